import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { SourceFile } from "typescript/unstable/ast";
import { parseSources } from "../parse-sources.ts";
import { describeMutant, findMutants } from "./find-mutants.ts";
import { instrument } from "./instrument.ts";
import { MutantSwitch } from "./mutant-switch.ts";

describe("the mutants of a file", () => {
  const tree = mkdtempSync(join(tmpdir(), "svm-gateway-mutants-"));

  after(() => rmSync(tree, { recursive: true }));

  function parse(text: string): SourceFile {
    mkdirSync(join(tree, "src"), { recursive: true });
    writeFileSync(join(tree, "src", "file.ts"), text);
    const [source] = parseSources(tree, ["src"]);
    if (source === undefined) throw new Error("nothing was parsed");
    return source;
  }

  const found: readonly (readonly [code: string, mutants: readonly string[]])[] = [
    ["export const a = (b: number) => b < 1;", ["< => <=", "< => >=", "1 => 1 + 1"]],
    ["export const a = (b: string) => b === 'x';", ["=== => !==", "'x' => \"mutant\""]],
    ["export const a = (b: boolean) => { if (!b) return; };", ["!b => true", "!b => false", "!b => b"]],
    ["export const a = (b?: number) => b ?? c; let c: number;", ["?? => &&"]],
    ["export const a = (b: boolean) => (b ? 'x' : 'y');", ["b => true", "b => false"]],
    ["export const a = (b: number[], c: number) => b[c] ?? 0;", ["?? => &&"]],
    ["while (true) break;", ["true => false"]],
    ["const a: number[] = []; a.push(b); const b = a;", ["a.push(b) => nothing"]],
    ["export type A = 1 | true; export interface B { c: 2 }", []],
    ["export const a = { 1: 'x' };", []],
  ];
  for (const [code, mutants] of found)
    it(`of ${code} are ${mutants.join(", ") || "none"}`, () => {
      const lines = findMutants("src/file.ts", parse(code)).map(describeMutant);
      expect(lines).to.deep.equal(mutants.map((change) => `src/file.ts:1: ${change}`));
    });

  /** Runs a file with each mutant on, and gives back what it put into `result`: first without one. */
  function runAll(text: string): unknown[] {
    const source = parse(text);
    const mutants = findMutants("src/file.ts", source);
    const code = instrument(source, mutants, 0);
    return [-1, ...mutants.keys()].map((on) => {
      const mutantSwitch = new MutantSwitch(mutants.length);
      mutantSwitch.on = on;
      mutantSwitch.mostTurns = 100;
      const result: unknown[] = [];
      const run = new Function("mutantSwitch", "result", code.replace("globalThis.mutants", "mutantSwitch"));
      try {
        run(mutantSwitch, result);
      } catch (error) {
        return String(error);
      }
      return result[0];
    });
  }

  const results: readonly (readonly [code: string, results: readonly unknown[]])[] = [
    // Without a mutant; + as -; each number one higher.
    ["result.push(2 + 3 as number);", [5, undefined, -1, 6, 6]],
    ["const a = 1, b = 0; if (a && b) result.push('yes');", [undefined, undefined, "yes", undefined]],
    ["const a = null ?? undefined ?? 7; result.push(a);", [7, undefined, 8]],
  ];
  for (const [code, expected] of results)
    it(`of ${code} are each switched on alone`, () => {
      const given = runAll(code);
      for (const value of expected) expect(given).to.deep.include(value);
      expect(given[0]).to.deep.equal(expected[0]);
    });

  it("end when they loop for ever", () => {
    const given = runAll("let a = 0; while (a < 3) a += 1; result.push(a);");
    expect(given[0]).to.equal(3);
    expect(given).to.include("Error: this mutant loops");
  });

  it("are reported as seen once their place is evaluated", () => {
    const mutantSwitch = new MutantSwitch(3);
    mutantSwitch.at(1);
    expect([mutantSwitch.takeSeen(), mutantSwitch.takeSeen()]).to.deep.equal([[1], []]);
  });
});
