// One hash over generated/ and everything that it is made from. While it matches, `npm start` has nothing to generate.
// Plain JavaScript, so that a script can run it without a compiler.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const fingerprintName = "fingerprint.txt";

/** Packages whose version may change the generated files. */
export const makers = [
  "@biomejs/biome",
  "@json-schema-tools/meta-schema",
  "@open-rpc/generator",
  "@open-rpc/schema-utils-js",
  "ajv",
  "json-schema-to-typescript",
];

/**
 * Hashes a document and the generated files (text by name) with `config.schema.json`, the generator's modules and the versions of the
 * packages it uses, in the package at `root`. Ignores line ends, which a checkout may change.
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

/** True if generated/ matches its fingerprint, so that generating it again would change nothing. */
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
