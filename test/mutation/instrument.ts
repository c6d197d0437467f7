import { transformSync } from "esbuild";
import type { Node, SourceFile } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import type { Mutant } from "./find-mutants.ts";

/** A part of a file that is written differently, given how the parts within it are written. */
interface Rewrite {
  readonly start: number;
  readonly end: number;
  readonly write: (inner: string) => string;
}

/** A file as JavaScript with all its mutants in it, each behind a question to the `MutantSwitch`; `first` is the number of the first one. */
export function instrument(source: SourceFile, mutants: readonly Mutant[], first: number): string {
  const rewrites = [...switches(mutants, first), ...countedLoops(source)];
  // Outer ones first; a mutant of a loop's whole body would be outside of it.
  rewrites.sort((a, b) => a.start - b.start || b.end - a.end);
  let next = 0;
  const write = (start: number, end: number): string => {
    let text = "";
    let at = start;
    for (
      let rewrite = rewrites[next];
      rewrite !== undefined && rewrite.start < end;
      rewrite = rewrites[next]
    ) {
      next += 1;
      text += source.text.slice(at, rewrite.start) + rewrite.write(write(rewrite.start, rewrite.end));
      at = rewrite.end;
    }
    return text + source.text.slice(at, end);
  };
  const text = `const mutants$ = globalThis.mutants;${write(0, source.text.length)}`;
  return transformSync(text, { loader: "ts", sourcefile: source.fileName, target: "node20" }).code;
}

function switches(mutants: readonly Mutant[], first: number): Rewrite[] {
  const byPlace = new Map<string, string[]>();
  const rewrites: Rewrite[] = [];
  for (const [index, { start, end, changed }] of mutants.entries()) {
    const place = `${start} ${end}`;
    const choices = byPlace.get(place);
    const choice = `mutants$.at(${first + index}) ? (${changed}) : `;
    if (choices !== undefined) choices.push(choice);
    else {
      const all = [choice];
      byPlace.set(place, all);
      rewrites.push({ start, end, write: (inner) => `(${all.join("")}(${inner}))` });
    }
  }
  return rewrites;
}

/** A mutant that loops for ever is found by its number of turns: no clock has to run out. */
function countedLoops(source: SourceFile): Rewrite[] {
  const rewrites: Rewrite[] = [];
  const visit = (node: Node): void => {
    if (isLoop(node)) {
      const body = node.statement;
      rewrites.push({
        start: body.getStart(source),
        end: body.end,
        write: (inner) => `{ mutants$.turn(); ${inner} }`,
      });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return rewrites;
}

function isLoop(node: Node): node is Node & { readonly statement: Node } {
  return (
    is.isWhileStatement(node) ||
    is.isDoStatement(node) ||
    is.isForStatement(node) ||
    is.isForOfStatement(node) ||
    is.isForInStatement(node)
  );
}
