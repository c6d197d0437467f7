import { expect } from "chai";
import { schemaAt, schemaPaths } from "../../src/config/config-schema.ts";
import { guideText } from "./fenced-blocks.ts";

/** Names that a key with a number has where that number is a bound. */
const boundName =
  /(^|\.)(max_\w+|\w*(timeout|wait)_ms|memory_mb|per_(minute|second)|\w*connections?|\w+_per_upstream_connection)$/;

describe("the table of bounds in docs/security.md", () => {
  const rows = guideText("docs/security.md")
    .split("\n")
    .flatMap((line) => {
      const [, key, fallback] = /^\| `([\w.]+)` \| (\S+) \|.*\|$/.exec(line) ?? [];
      return key === undefined || fallback === undefined ? [] : [[key, fallback] as const];
    });

  it("has every bound of the configuration with its default, and nothing else", () => {
    const wanted = schemaPaths().flatMap((path) => {
      const node = schemaAt(path);
      const isNumber = node?.type === "integer" || node?.type === "number";
      return isNumber && node.default !== undefined && boundName.test(path)
        ? [[path, String(node.default)] as const]
        : [];
    });
    expect(wanted).to.have.length.greaterThan(10);
    expect(rows).to.have.deep.members(wanted);
  });
});
