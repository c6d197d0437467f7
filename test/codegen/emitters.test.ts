import { expect } from "chai";
import type { Contract } from "../../codegen/contract/contract.ts";
import { emitClient } from "../../codegen/emit/emit-client.ts";
import { emitHandlers } from "../../codegen/emit/emit-handlers.ts";
import { emitMethods } from "../../codegen/emit/emit-methods.ts";
import { emitTools } from "../../codegen/emit/emit-tools.ts";
import { emitTypes } from "../../codegen/emit/emit-types.ts";
import { emitValidators } from "../../codegen/emit/emit-validators.ts";
import { contractOf, methodOf } from "./harness.ts";

const slot = { $ref: "#/components/schemas/Slot" };
const position = (index: number) => ({ at: "position", index });

/** One method with a required and an optional parameter. */
const balance: Contract = contractOf({
  schemas: {
    Address: { description: "An address.", type: "string", format: "address" },
    Slot: {
      description: "A slot.",
      type: "integer",
      format: "uint64",
      minimum: 0,
      maximum: 18446744073709551615n,
    },
  },
  errors: { SlotSkipped: { code: -32007, message: "Slot was skipped", "x-other-upstream": true } },
  methods: [
    methodOf("getBalance", {
      params: [
        {
          name: "pubkey",
          summary: "Address of the account",
          required: true,
          schema: { $ref: "#/components/schemas/Address" },
          "x-ledger": position(0),
        },
        {
          name: "minSlot",
          summary: "Lowest slot",
          schema: slot,
          "x-ledger": { at: "config", field: "minContextSlot" },
          "x-default": 9007199254740993n,
        },
      ],
      result: {
        name: "value",
        schema: {
          type: "object",
          required: ["value"],
          properties: { value: slot },
          additionalProperties: false,
        },
      },
      examples: [
        {
          name: "big",
          params: [{ name: "pubkey", value: "11111111111111111111111111111111" }],
          result: { name: "result", value: { value: 18446744073709551615n } },
        },
      ],
      "x-config": { index: 1, trailing: false, bare: false },
      "x-wrapped": true,
    }),
  ],
});

/** One subscription. */
const subscription: Contract = contractOf({
  schemas: {
    Slot: {
      description: "A slot.",
      type: "integer",
      format: "uint64",
      minimum: 0,
      maximum: 18446744073709551615n,
    },
  },
  methods: [
    methodOf("slotSubscribe", {
      "x-kind": "subscribe",
      "x-tool": undefined,
      "x-subscription": {
        notification: "slotNotification",
        pair: "slotUnsubscribe",
        slowReader: "newest",
        oneShot: false,
        polledAs: "slot",
        payload: slot,
      },
    }),
    methodOf("slotUnsubscribe", {
      "x-kind": "unsubscribe",
      "x-tool": undefined,
      "x-subscription": { pair: "slotSubscribe" },
    }),
  ],
});

/** A method whose result is a text or a count, as the caller chooses, and has a name when one was allowed. */
const typed: Contract = contractOf({
  schemas: {
    Words: { description: "Words.", type: "string" },
    Count: { description: "A count.", type: "integer" },
    Either: {
      description: "Either form.",
      anyOf: [
        { $ref: "#/components/schemas/Words", "x-when": { encoding: ["text"] } },
        { $ref: "#/components/schemas/Count", "x-when": { encoding: ["count", "text"] } },
      ],
    },
    Named: {
      description: "A form and its name.",
      type: "object",
      required: ["form"],
      properties: {
        form: { $ref: "#/components/schemas/Either" },
        name: { $ref: "#/components/schemas/Words", "x-when": { names: "given" } },
      },
      additionalProperties: false,
    },
  },
  methods: [
    methodOf("getNamed", {
      params: [
        {
          name: "encoding",
          summary: "Which form",
          schema: { type: "string", enum: ["text", "count"] },
          "x-ledger": { at: "config", field: "encoding" },
        },
        {
          name: "names",
          summary: "Whose names",
          schema: { type: "string" },
          "x-ledger": { at: "config", field: "names" },
        },
      ],
      "x-typed-by": { encoding: "text", names: null, detail: "full" },
      result: { name: "named", schema: { $ref: "#/components/schemas/Named" } },
    }),
  ],
});

function body(text: string): string {
  return text.slice(text.indexOf("\n\n") + 2);
}

describe("emitters", () => {
  it("name the emitter and the command at the top of every file", async () => {
    const emitted = [
      ["emit-client.ts", emitClient(balance)],
      ["emit-handlers.ts", emitHandlers(balance)],
      ["emit-methods.ts", emitMethods(balance)],
      ["emit-tools.ts", emitTools(balance)],
      ["emit-types.ts", await emitTypes(balance)],
      ["emit-validators.ts", emitValidators(balance)],
    ] as const;
    for (const [emitter, text] of emitted) {
      expect(text.split("\n")[0]).to.equal(
        `// Generated from openrpc.json by codegen/emit/${emitter}; do not edit. Run: npm run generate`,
      );
    }
  });

  it("write types: bigint in results, bigint or number in parameters", async () => {
    expect(body(await emitTypes(balance))).to.equal(`/** An address. */
export type Address = string

/** A slot. */
export type Slot = bigint

/** Parameters of getBalance. */
export interface GetBalanceParams {
/** Address of the account */
pubkey: Address
/** Lowest slot */
minSlot?: Slot | number
}

export interface GetBalanceResult {
value: Slot
}

/** Parameters by method, by name. */
export interface MethodParams {
getBalance: GetBalanceParams;
}

/** Results by method. */
export interface MethodResults {
getBalance: GetBalanceResult;
}
`);
  });

  it("write the method table with exact digits and one constant for each parameter", () => {
    expect(
      body(emitMethods(balance)),
    ).to.equal(`import type { MethodDescription } from "../src/contract/method-description.ts";
import type { ParamDescription } from "../src/contract/param-description.ts";
import * as validators from "./validators.ts";

/** Methods that a ledger answers. */
export type LedgerMethodName = "getBalance";

/** Methods about the gateway's own networks. */
export type NetworkMethodName = never;

/** Methods that begin a subscription. */
export type SubscribeMethodName = never;

/** Methods that end a subscription. */
export type UnsubscribeMethodName = never;

/** Every method of the document. */
export type MethodName = LedgerMethodName | NetworkMethodName | SubscribeMethodName | UnsubscribeMethodName;

const pubkey: ParamDescription = { name: "pubkey", required: true, aliases: [], place: { at: "position", index: 0 }, validate: validators.address, expected: "a base-58 address of 32 bytes", example: "\\"11111111111111111111111111111111\\"" };
const minSlot: ParamDescription = { name: "minSlot", required: false, aliases: [], place: { at: "config", field: "minContextSlot" }, validate: validators.slot, expected: "a whole number from 0 to 18446744073709551615", uint64: { minimum: 0n, maximum: 18446744073709551615n }, default: "9007199254740993", example: undefined };

/** Every method of the document, in its order. */
export const methods: Readonly<Record<MethodName, MethodDescription>> = {
getBalance: { name: "getBalance", aliases: [], category: "Account", kind: "ledger", effect: "read", origin: "current", params: [pubkey, minSlot], config: { index: 1, trailing: false, bare: false }, commitment: undefined, legacyWord: undefined, exactlyOneOf: undefined, atLeastOneOf: undefined, refuses: undefined, isWrapped: true, resultKinds: "0", hasNamedParams: false, upstreamNames: ["getBalance"], cache: { class: "never" }, merge: undefined, from: undefined, answerIsSignature: false, answerHasBlockhash: false, slotAt: undefined, history: undefined, takesMinContextSlot: true, isHeavy: false, networks: undefined, providers: undefined, subscription: undefined },
};

/** How many methods there are of each kind. */
export const methodCounts = { ledger: 1, network: 0, subscribe: 0, unsubscribe: 0 } as const;

/** Codes of a ledger's errors, and whether another upstream may answer instead. */
export const ledgerErrors: ReadonlyMap<number, boolean> = new Map([
[-32007, true],
]);
`);
  });

  it("write handler interfaces with unwrapped results, for methods that have a handler", () => {
    const extended: Contract = {
      ...balance,
      methods: balance.methods.map((of) => ({ ...of, origin: "extended" })),
    };
    expect(body(emitHandlers(balance))).not.to.contain("getBalance");
    expect(body(emitHandlers(extended))).to.equal(`import type { RawJson } from "../src/json/raw-json.ts";
import type { GetBalanceResult } from "./types.ts";


/** Answers calls of one method. A handler that returns bytes unchanged has \`RawJson<never>\`, which fits every result. */
export type Handler<Context, Result> = (context: Context) => Promise<RawJson<Result>>;

/** Handlers of ledger methods. */
export interface LedgerHandlers<Context> {
/** Read getBalance. */
readonly getBalance: Handler<Context, GetBalanceResult["value"]>;
}
`);
  });

  it("write one check for each distinct schema of a parameter", () => {
    expect(
      body(emitValidators(balance)),
    ).to.equal(`import { addFault } from "../src/contract/compiled-validator.ts";
import { paramValidator } from "../src/contract/explain-faults.ts";
import { formats } from "../src/contract/formats.ts";
import type { ParamValidator } from "../src/contract/param-description.ts";

export const address: ParamValidator = paramValidator(validate21, "a base-58 address of 32 bytes");
export const slot: ParamValidator = paramValidator(validate22, "a whole number from 0 to 18446744073709551615");

const formats0 = formats.address;

function validate21(data, instancePath = ""){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(!(formats0.validate(data))){
vErrors = addFault(vErrors, {instancePath,keyword:"format",params:{format: "address"}});
errors++;
}
}
else {
vErrors = addFault(vErrors, {instancePath,keyword:"type",params:{type: "string"}});
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

function validate22(data, instancePath = ""){
let vErrors = null;
let errors = 0;
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
vErrors = addFault(vErrors, {instancePath,keyword:"type",params:{type: "integer"}});
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 18446744073709552000 || isNaN(data)){
vErrors = addFault(vErrors, {instancePath,keyword:"maximum",params:{comparison: "<=", limit: 18446744073709552000}});
errors++;
}
if(data < 0 || isNaN(data)){
vErrors = addFault(vErrors, {instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0}});
errors++;
}
}
validate22.errors = vErrors;
return errors === 0;
}
`);
  });

  it("write tools with short schemas and exact examples", () => {
    expect(
      body(emitTools(balance)),
    ).to.equal(`import type { ToolDescriptor } from "../src/contract/tool-descriptor.ts";

const pubkey = { type: "string", description: "Address of the account" };
const minSlot = { type: "integer", description: "Lowest slot" };

/** Explanations of options that many tools share; the tools only name them, so a model must be given these once. */
export const toolGlossary: Readonly<Record<string, string>> = {};

/** Every tool, in the order of the document. */
export const tools: readonly ToolDescriptor[] = [
{ name: "getBalance", title: "getBalance", description: "Returns getBalance.", inputSchema: { type: "object", properties: { pubkey: pubkey, minSlot: minSlot }, required: ["pubkey"] }, annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true }, category: "Account", example: "{\\"pubkey\\":\\"11111111111111111111111111111111\\"}" }
];
`);
  });

  it("write the client's tables: methods, errors and shapes with 64-bit integers", () => {
    expect(body(emitClient(balance))).to.equal(`import type { Shape } from "../src/client/json/shape.ts";
import type { Answer, CallStyle, ClientMethod, SubscriptionRow } from "../src/client/shared/client-table.ts";
import type { GetBalanceParams, GetBalanceResult } from "./types.ts";

/** Methods that a ledger answers. */
export interface LedgerMethods<Where extends CallStyle> {
/**
 * Read getBalance.
 *
 * Returns getBalance.
 */
getBalance(params: GetBalanceParams, ...options: Where["options"]): Answer<Where, GetBalanceResult>;
}

/** Methods about the gateway's networks. */
export interface NetworkMethods<_Where extends CallStyle> {
}

/** Subscriptions, by the stem of their methods: \`account\` for accountSubscribe. */
export interface Subscriptions<_Where extends CallStyle> {
}

/** Name of every method of the client. */
export type ClientMethodName = keyof LedgerMethods<CallStyle> | keyof NetworkMethods<CallStyle>;

/** Every method of the client. */
export const clientMethods: Readonly<Record<ClientMethodName, ClientMethod>> = {
getBalance: { read: true, required: ["pubkey"] },
};

/** Every subscription of the client. */
export const clientSubscriptions: Readonly<Record<keyof Subscriptions<CallStyle>, SubscriptionRow>> = {
};

/** Codes of the errors of a ledger or the gateway, by name. */
export const clientErrors = { SlotSkipped: -32007 } as const;


/** Shapes of results by method, and of notifications by their name. */
export const clientShapes: Readonly<Record<string, Shape>> = {
getBalance: { keys: { value: "bigint" } },
};
`);
  });

  it("write subscriptions of the client by the stem of their methods", () => {
    const text = emitClient(subscription);
    expect(text).to.include(
      'slot(params?: SlotSubscribeParams, ...options: Where["options"]): Answer<Where, Slot>;',
    );
    expect(text).to.include(
      'slot: { subscribe: "slotSubscribe", unsubscribe: "slotUnsubscribe", notification: "slotNotification", slowReader: "newest", positions: [] },',
    );
    expect(text).to.include('slotNotification: "bigint",');
  });

  it("type results by what the caller chose", async () => {
    const types = body(await emitTypes(typed));
    expect(types).to.include("export type Either<Form = unknown> =");
    expect(types).to.include('When<Form, { encoding: "count" | "text" }, Count>');
    expect(types).to.include(
      "export type Named<Form = unknown> = Given<NamedMembers<Form>, { name: { names: {} } }, Form>",
    );
    const client = emitClient(typed);
    expect(client).to.include(
      'getNamed<const EncodingChoice extends NonNullable<GetNamedParams["encoding"]> = "text", ' +
        'const NamesChoice extends NonNullable<GetNamedParams["names"]> | undefined = undefined>' +
        "(params?: GetNamedParams & { encoding?: EncodingChoice; names?: NonNullable<NamesChoice> }, ",
    );
    expect(client).to.include(
      'GetNamedResult<{ encoding: EncodingChoice; names: Chosen<NamesChoice, NonNullable<GetNamedParams["names"]>>; detail: "full" }>',
    );
  });
});
