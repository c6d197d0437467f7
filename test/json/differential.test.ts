import { expect } from "chai";
import fc from "fast-check";
import { canonical, compact } from "../../src/json/canonical.ts";
import { cutMembers, member } from "../../src/json/cut-raw.ts";
import { cutArray, cutObject } from "../../src/json/cut-text.ts";
import { indentJson } from "../../src/json/indent.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import { shortenJson } from "../../src/json/shorten-json.ts";
import { parseRequest } from "../../src/rpc/parse-request.ts";
import { runs } from "../property-runs.ts";
import { mutatedJson } from "./mutated-json.ts";

const numRuns = runs(1000);

const space = fc.constantFrom("", "", "", " ", "\n", "\t \r");
const stringText = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      "\\u0061",
      "\\n",
      '\\"',
      "\\\\",
      "\\ud83d\\ude00",
      "\\ud83d",
      "é",
      "😀",
      "{",
      "]",
      ",",
      ":",
    ),
    { maxLength: 5 },
  )
  .map((pieces) => `"${pieces.join("")}"`);
const scalarText = fc.oneof(
  stringText,
  fc.constantFrom(
    "null",
    "true",
    "false",
    "0",
    "-0",
    "1.0",
    "1e2",
    "-1.5E-3",
    "18446744073709551615",
    "1E400",
  ),
);

/** After a key that is a single backslash, JSON.parse of Node 24 confuses other keys that begin with an escape with it: there it is no reference. */
const hasBackslashKey = /"\\\\"\s*:/;

/** JSON in every spelling: whitespace, escapes, repeated keys. */
const { anySpelled } = fc.letrec<{ anySpelled: string }>((tie) => ({
  anySpelled: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalarText,
    fc
      .tuple(fc.array(tie("anySpelled"), { maxLength: 4 }), space)
      .map(([items, gap]) => `[${gap}${items.join(`${gap},${gap}`)}${gap}]`),
    fc
      .tuple(fc.array(fc.tuple(stringText, tie("anySpelled")), { maxLength: 4 }), space)
      .map(
        ([members, gap]) =>
          `{${gap}${members.map(([key, value]) => `${key}${gap}:${gap}${value}`).join(`${gap},${gap}`)}${gap}}`,
      ),
  ),
}));

const spelled = anySpelled.filter((text) => !hasBackslashKey.test(text));
/** JSON, or almost. */
const nearlyJson = fc.oneof(
  spelled,
  mutatedJson.filter((text) => !hasBackslashKey.test(text)),
);

/** What a text means; undefined if it is not JSON. */
function meaningOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** What a reader makes of a text; undefined if it refuses. */
function readBy(read: (text: string) => unknown, text: string): { readonly value: unknown } | undefined {
  try {
    return { value: read(text) };
  } catch (caught) {
    if (caught instanceof Error && caught.name === "JsonError") return undefined;
    throw caught;
  }
}

function parsedMembers(members: readonly (readonly [string, string])[]): object {
  return Object.fromEntries(members.map(([key, raw]) => [key, JSON.parse(raw) as unknown]));
}

const readers: readonly (readonly [name: string, read: (text: string) => unknown, takes: RegExp])[] = [
  ["cutArray", (text) => cutArray(text).map((raw) => JSON.parse(raw) as unknown), /^\s*\[/],
  ["cutObject", (text) => parsedMembers(cutObject(text)), /^\s*\{/],
  ["compact", (text) => JSON.parse(compact(text)) as unknown, /^/],
  ["canonical, of what it looks into", (text) => JSON.parse(canonical(` ${text}`)) as unknown, /^/],
];

describe("every reader agrees with JSON.parse", () => {
  for (const [name, read, takes] of readers) {
    it(`about what is JSON and what it means: ${name}`, () => {
      fc.assert(
        fc.property(nearlyJson, (text) => {
          fc.pre(takes.test(text));
          expect(readBy(read, text)).to.deep.equal(meaningOf(text));
        }),
        { numRuns },
      );
    });
  }

  it("about the members of raw objects, in parts of any length", () => {
    fc.assert(
      fc.property(spelled, fc.integer({ min: 1, max: 9 }), (text, step) => {
        fc.pre(text.startsWith("{"));
        const bytes = Buffer.from(text);
        const parts: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += step) parts.push(bytes.subarray(at, at + step));
        const raw = new RawJson(parts, bytes.length);
        const value = JSON.parse(text) as Record<string, unknown>;
        const members = (cutMembers(raw) ?? []).map(([key, part]) => [key, part.toString()] as const);
        expect(parsedMembers(members)).to.deep.equal(value);
        for (const [key] of members) expect(member(raw, key)?.parse()).to.deep.equal(value[key]);
      }),
      { numRuns },
    );
  });

  it("about what indentJson lays out, and shortenJson leaves whole", () => {
    fc.assert(
      fc.property(spelled, (text) => {
        const value = JSON.parse(text) as unknown;
        expect(JSON.parse(indentJson(text))).to.deep.equal(value);
        expect(JSON.parse(shortenJson(text, 2 ** 20).text)).to.deep.equal(value);
      }),
      { numRuns },
    );
  });

  it("about the call in a body", () => {
    fc.assert(
      fc.property(nearlyJson, (params) => {
        const body = `{"id":1,"jsonrpc":"2.0","method":"\\u0067et","params":${params}}`;
        const meaning = meaningOf(body)?.value as { params: unknown } | undefined;
        const parsed = parseRequest(body);
        if (parsed.kind === "request") {
          expect(parsed.method).to.equal("get");
          expect(parsed.params === undefined ? null : JSON.parse(parsed.params)).to.deep.equal(
            meaning?.params,
          );
        } else if (meaning !== undefined) {
          expect(parsed.kind === "badRequest" && parsed.error.code).to.equal(-32600);
        }
      }),
      { numRuns },
    );
  });

  it("about the meaning of each canonical form", () => {
    fc.assert(
      fc.property(fc.array(spelled, { minLength: 50, maxLength: 100 }), (texts) => {
        const meanings = new Map<string, unknown>();
        for (const text of texts) {
          const form = canonical(text);
          const value = JSON.parse(text) as unknown;
          expect(canonical(form)).to.equal(form);
          if (meanings.has(form)) expect(meanings.get(form)).to.deep.equal(value);
          meanings.set(form, value);
        }
      }),
      { numRuns: Math.ceil(numRuns / 20) },
    );
  });
});
