import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";

/** What the ledger counts in slots or blocks, by words that a text about it uses. */
const ofTheLedger =
  /\b(?:slots?|blocks?|blockhash(?:es)?|block height|leaders?|epochs?|finality|finalized|confirmed|processed|rooted|lands?|landed|expires?|expired|behind the head|at the head)\b/i;
/** A length of time: a number with its unit, or one in words. */
const lengthOfTime = new RegExp(
  [
    String.raw`\b\d[\d.,]*[\s-]?(?:ms|s|sec|min|h|(?:milli)?seconds?|minutes?|hours?|days?)\b`,
    String.raw`\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|\w+teen|twelve|\w+ty|half an?|few|several|some|couple of)[\s-](?:milli)?(?:seconds?|minutes?|hours?|days?)\b`,
  ].join("|"),
  "i",
);
/** The time that a number of slots takes says at which pace. */
const pace = /\d+ ms a slot/;

/**
 * Sentences that name a time and a thing of the ledger, and are right to: the file, a part of each, and why. What a person waits for and what the
 * gateway's own timers count is in milliseconds; what the ledger counts is in slots.
 */
const allowed: readonly (readonly [at: string, part: string, why: string])[] = [
  [
    "openrpc.json",
    "or older than five minutes), Pending, Failed",
    "the block engine forgets bundles by the clock",
  ],
  [
    "openrpc.json",
    "a bundle that was sent within the last five minutes",
    "the block engine forgets bundles by the clock",
  ],
  ["openrpc.json", "counted in one period, usually 60 seconds", "nodes take samples by the clock"],
  [
    "docs/providers.md",
    "gets no such calls for ten minutes",
    "how long the gateway remembers what an upstream lacks",
  ],
  ["config.schema.json", "one slot as measured, at least 50 ms", "the shortest pause of a timer"],
  ["docs/configuration.md", "one slot as measured, at least 50 ms", "the shortest pause of a timer"],
];

interface Text {
  readonly at: string;
  readonly text: string;
}

/** The texts of a JSON document under these keys, with where they are. */
function* textsOfJson(file: string, keys: ReadonlySet<string>): Generator<Text> {
  const found: Text[] = [];
  JSON.parse(readFileSync(join(packageRoot, file), "utf8"), function (this: unknown, key, value: unknown) {
    if (keys.has(key) && typeof value === "string") found.push({ at: file, text: value });
    return value;
  });
  yield* found;
}

function* textsOfPages(): Generator<Text> {
  const pages = readdirSync(join(packageRoot, "docs")).filter((name) => name.endsWith(".md"));
  for (const file of ["README.md", "packages/client/README.md", ...pages.map((name) => `docs/${name}`)]) {
    // Measured figures of the benchmarks are times of machines.
    if (file === "docs/benchmarks.md") continue;
    const prose = readFileSync(join(packageRoot, file), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
    for (const paragraph of prose.split(/\n\s*\n|\n(?=[|\-*#] ?)/))
      yield { at: file, text: paragraph.replaceAll("\n", " ") };
  }
}

/** Texts for people in the sources: strings with a space between words. */
function* textsOfSources(): Generator<Text> {
  const files = readdirSync(join(packageRoot, "src"), { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".ts")).map((name) => `src/${name}`)) {
    const code = readFileSync(join(packageRoot, file), "utf8").replace(
      /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
      "",
    );
    for (const [, text = "", ofLines = text] of code.matchAll(
      /"([^"`\n]*\w \w[^"`\n]*)"|`([^`]*\w \w[^`]*)`/g,
    ))
      yield { at: file, text: ofLines };
  }
}

function* allTexts(): Generator<Text> {
  const described = new Set([
    "summary",
    "description",
    "message",
    "title",
    "words",
    "asks",
    "data",
    "patternErrorMessage",
  ]);
  yield* textsOfJson("openrpc.json", described);
  yield* textsOfJson("config.schema.json", described);
  yield* textsOfPages();
  yield* textsOfSources();
}

/** Sentences, and the parts of one that semicolons and colons separate. */
function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?;:])\s+/);
}

/** Sentences that name a thing of the ledger and a time without its pace. */
function* timedSentences(): Generator<Text> {
  for (const { at, text } of allTexts())
    for (const sentence of sentencesOf(text))
      if (ofTheLedger.test(sentence) && lengthOfTime.test(sentence) && !pace.test(sentence))
        yield { at, text: sentence };
}

describe("texts about the ledger", () => {
  for (const time of [
    "a minute",
    "30 s",
    "30-second",
    "400 milliseconds",
    "thirteen seconds",
    "a couple of seconds",
    "half an hour",
    "twenty minutes",
  ])
    it(`are found where they name a time: ${time}`, () => {
      expect(time).to.match(lengthOfTime);
    });

  const timed = [...timedSentences()];

  it("count in slots or blocks, and name a time only with its pace", () => {
    const wrong = timed.filter(
      ({ at, text }) => !allowed.some(([file, part]) => at === file && text.includes(part)),
    );
    expect(
      wrong.map(({ at, text }) => `${at}: ${text.slice(0, 300)}`),
      'write "150 blocks (about 30 s at 200 ms a slot)"; a time that is not the ledger\'s goes to `allowed` in test/docs/ledger-times.test.ts',
    ).to.deep.equal([]);
  });

  it("need every exception that this test lists", () => {
    const needless = allowed.filter(
      ([file, part]) => !timed.some(({ at, text }) => at === file && text.includes(part)),
    );
    expect(needless).to.deep.equal([]);
  });
});
