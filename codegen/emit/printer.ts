import { getOrAdd } from "../../src/get-or-add.ts";
import { compareText } from "../contract/names.ts";

/** Collects the lines and imports of one generated file. */
export class Printer {
  readonly #emitter: string;
  readonly #notes: readonly string[];
  readonly #imports = new Map<string, { readonly types: Set<string>; readonly values: Set<string> }>();
  readonly #namespaces = new Map<string, string>();
  readonly #lines: string[] = [];
  readonly #directives: readonly string[];
  readonly #source: string;

  /**
   * `emitter` is the name of the emitter's file, `notes` are comments at the top, `source` is the file that the text is generated
   * from.
   */
  constructor(
    emitter: string,
    notes: readonly string[] = [],
    directives: readonly string[] = [],
    source = "openrpc.json",
  ) {
    this.#emitter = emitter;
    this.#notes = notes;
    this.#directives = directives;
    this.#source = source;
  }

  /** Imports a type by name, if a line uses it. */
  type(name: string, from: string): string {
    this.#importsOf(from).types.add(name);
    return name;
  }

  /** Imports a value by name, if a line uses it. */
  value(name: string, from: string): string {
    this.#importsOf(from).values.add(name);
    return name;
  }

  /** Imports everything of a file under one name. */
  namespace(name: string, from: string): string {
    this.#namespaces.set(from, name);
    return name;
  }

  /** Adds text verbatim. */
  line(text = ""): void {
    this.#lines.push(text);
  }

  /** Adds a doc comment, unless the text is empty. */
  doc(text: string | undefined): void {
    if (text !== undefined && text !== "") this.#lines.push(docComment(text));
  }

  /** Returns the text of the file. */
  toString(): string {
    const header = [
      `// Generated from ${this.#source} by codegen/emit/${this.#emitter}; do not edit. Run: npm run generate`,
      ...this.#notes.map((note) => `// ${note}`),
      ...this.#directives,
    ];
    const body = this.#lines.join("\n");
    const words = new Set(body.match(/[\w$]+/g));
    const isUsed = (name: string) => words.has(name);
    const imports = [
      ...[...this.#imports]
        .sort(([a], [b]) => compareText(a, b))
        .map((imported) => importLine(imported, isUsed)),
      ...[...this.#namespaces]
        .filter(([, name]) => isUsed(name))
        .map(([from, name]) => `import * as ${name} from ${JSON.stringify(from)};`),
    ];
    const parts = [header.join("\n"), imports.filter((line) => line !== "").join("\n"), body];
    return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
  }

  #importsOf(from: string): { readonly types: Set<string>; readonly values: Set<string> } {
    return getOrAdd(this.#imports, from, () => ({ types: new Set<string>(), values: new Set<string>() }));
  }
}

/** Writes a doc comment. Escapes text that would end it. */
export function docComment(text: string): string {
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  return lines.length === 1
    ? `/** ${lines[0]} */`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */`;
}

type Imported = readonly [from: string, names: { readonly types: Set<string>; readonly values: Set<string> }];

function importLine([from, { types, values }]: Imported, isUsed: (name: string) => boolean): string {
  const typeNames = [...types].filter(isUsed).sort(compareText);
  const valueNames = [...values].filter(isUsed).sort(compareText);
  if (typeNames.length + valueNames.length === 0) return "";
  if (valueNames.length === 0) return `import type { ${typeNames.join(", ")} } from ${JSON.stringify(from)};`;
  const names = [...typeNames.map((name) => `type ${name}`), ...valueNames];
  return `import { ${names.join(", ")} } from ${JSON.stringify(from)};`;
}
