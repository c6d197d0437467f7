import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/package-root.ts";
import { code, table } from "./markdown.ts";

interface Extension {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly restricted: readonly string[];
}

/** A method, parameter or error of the document. */
type Owner = Readonly<Record<string, unknown>>;

interface Document {
  readonly "x-extensions": readonly Extension[];
  readonly methods: readonly (Owner & { readonly name: string; readonly params: readonly Owner[] })[];
  readonly components: { readonly errors: Readonly<Record<string, Owner>> };
}

/** What an extension may stand on, by OpenRPC's names. */
const owners: Readonly<Record<string, string>> = {
  methodObject: "method",
  contentDescriptorObject: "parameter",
  errorObject: "error",
};

/** For each keyword: the file that uses it first; what has it in the example; what it means there. */
const places: Readonly<Record<string, readonly [reader: string, example: string, meaning: string]>> = {
  "x-kind": ["src/gateway/create-gateway.ts", "accountSubscribe", "the subscription hub answers it"],
  "x-origin": [
    "src/app/calls/call-steps.ts",
    "getAccountOwner",
    "the gateway composes it from `getAccountInfo`",
  ],
  "x-effect": ["src/call/upstream-call.ts", "requestAirdrop", "a second call would pay out again"],
  "x-config": [
    "src/gateway/params/ledger-params.ts",
    "getSignatureStatuses",
    "a config object comes second, and one that the gateway writes says whether to search the whole history",
  ],
  "x-commitment": [
    "src/gateway/params/ledger-params.ts",
    "sendTransaction",
    "its commitment is that of the simulation before the transaction is sent",
  ],
  "x-alternatives": [
    "src/gateway/params/check-params.ts",
    "getCompressedAccount",
    "an account is named by its address or its hash",
  ],
  "x-refuses": [
    "src/gateway/params/check-params.ts",
    "simulateTransaction",
    "a call in which both are `true` fails with -32602 and this message",
  ],
  "x-typed-by": [
    "codegen/emit/emit-client.ts",
    "getProgramAccounts",
    "without `withContext`, the result is a list of accounts in base64",
  ],
  "x-wrapped": ["src/gateway/prepare-answer.ts", "getSlot", 'the ledger\'s `31` becomes `{"value": 31}`'],
  "x-upstream-names": [
    "src/upstream/attempt/served-names.ts",
    "getAssetBatch",
    "a node that does not know the first name is called by the second",
  ],
  "x-cache": ["src/cache/answer-validity.ts", "getBlock", "a block is kept forever once its slot is final"],
  "x-merge": [
    "src/reads/items/item-query.ts",
    "getBalance",
    "up to 100 balances are read by one `getMultipleAccounts`, and no account means `0`",
  ],
  "x-from": ["src/reads/head-fields.ts", "getSlot", "the answer to `getEpochInfo` contains the slot"],
  "x-slot-at": ["src/call/answer-slots.ts", "getEpochInfo", "the answer is about the slot in this member"],
  "x-history": [
    "src/upstream/node/call-needs.ts",
    "getBlock",
    "an upstream that no longer has the slot is not asked",
  ],
  "x-heavy": [
    "src/app/calls/call-steps.ts",
    "getProgramAccounts",
    "the gateway waits for the first upstream, even if it is slow",
  ],
  "x-networks": ["src/gateway/select-networks.ts", "requestAirdrop", "there are no airdrops on a mainnet"],
  "x-providers": ["src/gateway/missing-method.ts", "getCompressedAccount", "only Helius and Photon serve it"],
  "x-releases": ["codegen/emit/emit-types.ts", "voteSubscribe", "nodes from release 4.5 on do not have it"],
  "x-tool": [
    "codegen/emit/emit-tools.ts",
    "getSignaturesForAddress.until",
    "a model reads this of the parameter",
  ],
  "x-subscription": [
    "src/subscriptions/subjects/subject-kinds.ts",
    "slotSubscribe",
    "a slow reader gets only the newest slot, and the slot is polled if no upstream offers the subscription",
  ],
  "x-ledger": [
    "src/gateway/params/ledger-params.ts",
    "getAccountInfo.encoding",
    'it is sent as `{"encoding": ...}`',
  ],
  "x-aliases": [
    "src/gateway/params/method-index.ts",
    "getBlockProduction.range",
    "a caller may write `firstSlot` in place of `range: {firstSlot}`",
  ],
  "x-default": [
    "src/gateway/params/ledger-params.ts",
    "simulateTransaction.encoding",
    "the text of `transaction` decides the encoding",
  ],
  "x-other-upstream": [
    "src/upstream/routing/retry-decision.ts",
    "MethodNotFound",
    "another node may have the method",
  ],
};

/** A table of the `x-` keywords of openrpc.json, and a section for each. Throws if the places of one are not named or not there. */
export function keywordSections(): string {
  const document = JSON.parse(readFileSync(join(packageRoot, "openrpc.json"), "utf8")) as Document;
  const extensions = document["x-extensions"];
  const rows = extensions.map(({ name, summary, restricted }) => [
    `[${code(name)}](#${name})`,
    restricted.map((owner) => owners[owner] ?? owner).join(", "),
    summary,
  ]);
  const sections = extensions.map((extension) => section(document, extension));
  return [table(["field", "on", "what it says"], rows), ...sections].join("\n\n");
}

function section(document: Document, { name, summary, description }: Extension): string {
  const [reader, example = "", meaning] = places[name] ?? [];
  if (reader === undefined || !existsSync(join(packageRoot, reader)))
    throw new Error(`keyword-sections.ts must name the file that reads ${name}, and an example`);
  const value = ownerOf(document, example)?.[name];
  if (value === undefined)
    throw new Error(`${example} of openrpc.json, the example in keyword-sections.ts, has no ${name}`);
  const [text, ...members] = membersApart(`${summary}. ${description}`);
  const short = code(`"${name}": ${onOneLine(value)}`);
  const used = `Used by [${reader.split("/").at(-1)}](../${reader}).`;
  return [
    `## ${code(name)}`,
    text,
    ...(members.length > 0 ? [members.map((member) => `- ${member}`).join("\n")] : []),
    ...(short.length <= 140
      ? [`Example: ${code(example)} has ${short}: ${meaning}. ${used}`]
      : [`Example: ${code(example)} has this, so ${meaning}:`, onLines(name, value), used]),
  ].join("\n\n");
}

/** What a description says of the whole, then what it says of each value or member: from a name in code and a colon to the next. */
function membersApart(description: string): string[] {
  return description.split(/(?<=\.) (?=`[^`]+`(?:, `[^`]+`)*: )/);
}

/** The method, parameter (`METHOD.PARAMETER`) or error of that name. */
function ownerOf({ methods, components }: Document, example: string): Owner | undefined {
  const [name, param] = example.split(".");
  const method = methods.find((each) => each.name === name);
  return param === undefined
    ? (method ?? components.errors[example])
    : method?.params.find((each) => each.name === param);
}

/** A field whose value is too long to be read within a line. */
function onLines(name: string, value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(/\[\s+("[^"]*")\s+\]/g, "[$1]");
  return `\`\`\`text\n"${name}": ${text}\n\`\`\``;
}

/** JSON as the document writes it. */
function onOneLine(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/\[\n */g, "[")
    .replace(/\n *\]/g, "]")
    .replace(/\n */g, " ");
}
