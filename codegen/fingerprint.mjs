// What generated/ was made of, as one hash that is kept beside it: while it holds, `npm start` has nothing to generate.
// Plain JavaScript, so that a script can ask without a compiler.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const fingerprintName = "fingerprint.txt";

/** Packages whose release may change what is generated. */
export const makers = [
  "@biomejs/biome",
  "@json-schema-tools/meta-schema",
  "@open-rpc/generator",
  "@open-rpc/schema-utils-js",
  "ajv",
  "json-schema-to-typescript",
];

/**
 * The hash, for a document and the generated files (text by name) of the package at `root`: over both, `config.schema.json`, the
 * generator's modules and the releases of the packages it uses. Line ends do not count: a checkout may have changed them.
 */
export function fingerprintOf(root, document, files) {
  const hash = createHash("sha256");
  const add = (name, text) => {
    const content = text.replaceAll("\r\n", "\n");
    hash.update(`${name} ${content.length}\n${content}`);
  };
  add("openrpc.json", document);
  add("config.schema.json", readFileSync(join(root, "config.schema.json"), "utf8"));
  for (const name of modulesOf(root)) add(name, readFileSync(join(root, "codegen", name), "utf8"));
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  for (const name of makers) add(name, packages[`node_modules/${name}`].version);
  for (const name of [...files.keys()].sort()) if (name !== fingerprintName) add(name, files.get(name));
  return `${hash.digest("hex")}\n`;
}

/** Whether generated/ holds what its fingerprint says, and would be generated the same again. */
export function isFresh(root) {
  const folder = join(root, "generated");
  if (!existsSync(folder)) return false;
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const document = readFileSync(join(root, "openrpc.json"), "utf8");
  return files.get(fingerprintName)?.trimEnd() === fingerprintOf(root, document, files).trimEnd();
}

/** Paths of the generator's modules in codegen/. */
function modulesOf(root) {
  const paths = readdirSync(join(root, "codegen"), { recursive: true }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  return paths.filter((path) => /\.(?:ts|mjs)$/.test(path)).sort();
}
