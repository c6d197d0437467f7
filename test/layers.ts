import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { lineOf, parseSources } from "./parse-sources.ts";

/**
 * Lines of folders of src and of files of generated, lowest first. A file imports files of its own folder and of lower lines
 * only; folders of one line do not import each other. Type imports and re-exports count, so that nothing comes through a third file.
 * A folder may name files of generated that belong to it, after a plus: `client + generated/client.ts`.
 */
export type Ranks = readonly (readonly string[])[];

interface Import {
  readonly file: string;
  /** `file:line`, and the import as it is written. */
  readonly place: string;
  /** The imported file from the root of the tree; undefined for a path that is put together at run time. */
  readonly path: string | undefined;
}

/** Every import and re-export of the files below src and generated: of values and of types, static and dynamic. */
export function readImports(root: string): Import[] {
  const folders = ["src", "generated"].filter((folder) => existsSync(join(root, folder)));
  return parseSources(root, folders).flatMap((source) => importsOf(root, source));
}

function importsOf(root: string, source: SourceFile): Import[] {
  const file = relative(root, source.fileName);
  const at = (node: Node): string =>
    `${file}:${lineOf(source, node.getStart(source))} imports ${node.getText(source)}`;
  const written = [...source.imports, ...source.moduleAugmentations].flatMap((specifier) =>
    is.isStringLiteral(specifier) || is.isNoSubstitutionTemplateLiteral(specifier)
      ? [{ file, place: at(specifier), path: pathOf(file, specifier.text) }]
      : [],
  );
  const computed = computedImports(source).map((node) => ({ file, place: at(node), path: undefined }));
  return [...written.filter(({ path }) => path !== ""), ...computed];
}

/** The path from the root of a relative import, or of one by the name of this package; "" for that of another package. */
function pathOf(file: string, specifier: string): string {
  return /^[./#]|^file:|^svm-gateway(\/|$)/.test(specifier) ? join(dirname(file), specifier) : "";
}

/** What is imported from a path that the compiler cannot read either. */
function computedImports(source: SourceFile): Node[] {
  // Most files import nothing dynamically: their trees need no visit.
  if (!/\bimport\b[^"';]*\(/.test(source.text)) return [];
  const found: Node[] = [];
  const visit = (node: Node): void => {
    const [path] = is.isCallExpression(node) ? node.arguments : [];
    if (is.isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword && path !== undefined)
      if (!is.isStringLiteral(path) && !is.isNoSubstitutionTemplateLiteral(path)) found.push(path);
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/** Imports that break a rule of the layers, with the rule, as lines. */
export function layerFaults(imports: readonly Import[], ranks: Ranks): string[] {
  const rankOf = new Map(ranks.flatMap((line, rank) => line.map((member) => [member, rank] as const)));
  const rankedAs = (file: string): string | undefined => {
    const part = partOf(file);
    return ranks.flat().find((member) => partsOf(member).includes(part ?? "")) ?? part;
  };
  return imports.flatMap(({ file, place, path }) => {
    if (path === undefined) return [`${place}: a path that is put together cannot be checked`];
    if (path.endsWith(".json")) return [];
    if (!path.endsWith(".ts")) return [`${place}: imports name files, with .ts`];
    const [from, to] = [rankedAs(file), rankedAs(path)];
    if (to === undefined) return [`${place}: src imports files of src and generated only`];
    const [own, other] = [rankOf.get(from ?? ""), rankOf.get(to)];
    if (from === to) return [];
    if (own === undefined) return [`${place}: ${from} has no rank`];
    if (other === undefined) return [`${place}: ${to} has no rank`];
    if (other < own) return [];
    return [`${place}: ${to} is ${other === own ? "on the same line as" : "above"} ${from}`];
  });
}

function partsOf(member: string): string[] {
  return member.split(" + ");
}

/** The folder of src, the file of its root or the file of generated that a file is part of. */
function partOf(file: string): string | undefined {
  const [top, second = "", ...rest] = file.split("/");
  if (top === "src") return second;
  return top === "generated" && rest.length === 0 ? file : undefined;
}

/** What the ranks miss, name twice, or name although it holds no file. */
export function rankFaults(root: string, ranks: Ranks): string[] {
  const ranked = ranks.flat().flatMap(partsOf);
  const present = [
    ...membersIn(join(root, "src")),
    ...membersIn(join(root, "generated")).map((file) => `generated/${file}`),
  ];
  return [
    ...present.filter((member) => !ranked.includes(member)).map((member) => `${member} has no rank`),
    ...ranked
      .filter((member) => !present.includes(member))
      .map((member) => `${member} is ranked, but holds no .ts file`),
    ...ranked
      .filter((member, index) => ranked.indexOf(member) !== index)
      .map((member) => `${member} is ranked twice`),
  ];
}

/** The .ts files of a folder, and its folders that hold any. */
function membersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) =>
      entry.isDirectory() ? membersIn(join(folder, entry.name)).length > 0 : entry.name.endsWith(".ts"),
    )
    .map((entry) => entry.name);
}

type Edges = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** One cycle of files, as the imports that make it. */
export function fileCycle(imports: readonly Import[]): string[] {
  return cycle(imports, (path) => path);
}

/** One cycle of folders of src, as the imports that make it: `client/http` and `client` are two folders. */
export function folderCycle(imports: readonly Import[]): string[] {
  const inSource = imports.filter(({ file, path }) => file.startsWith("src/") && path?.startsWith("src/"));
  return cycle(inSource, dirname);
}

function cycle(imports: readonly Import[], memberOf: (path: string) => string): string[] {
  const edges = new Map<string, Map<string, string>>();
  for (const { file, place, path } of imports) {
    if (path === undefined) continue;
    const [from, to] = [memberOf(file), memberOf(path)];
    // A file that imports itself is a cycle; a folder's files import each other.
    if (from === to && file !== path) continue;
    const known = edges.get(from) ?? new Map<string, string>();
    known.set(to, known.get(to) ?? place);
    edges.set(from, known);
  }
  return findCycle(edges);
}

function findCycle(edges: Edges): string[] {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (member: string): string[] => {
    if (path.includes(member)) {
      const members = [...path.slice(path.indexOf(member)), member];
      return members.slice(1).map((to, index) => edges.get(members[index] ?? "")?.get(to) ?? "");
    }
    if (done.has(member)) return [];
    path.push(member);
    for (const next of edges.get(member)?.keys() ?? []) {
      const found = visit(next);
      if (found.length > 0) return found;
    }
    path.pop();
    done.add(member);
    return [];
  };
  for (const member of edges.keys()) {
    const found = visit(member);
    if (found.length > 0) return found;
  }
  return [];
}
