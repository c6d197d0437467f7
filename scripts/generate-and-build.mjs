// Generates, unless the fingerprint of generated/ holds, and builds at the same time, so that a fresh clone starts sooner. If
// generating changed a file, the build was of the old one and is repeated.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isFresh } from "../codegen/fingerprint.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const generated = join(root, "generated");

if (isFresh(root)) {
  // The types of a fresh clone were checked before its commit; every later build checks them.
  finish(await build(existsSync(join(root, "dist")) ? [] : ["--unchecked"]));
} else {
  const before = contents();
  const generate = run("--import", "tsx", "codegen/main.ts", "--quiet");
  const [generating, building] = await Promise.all([generate, build()]);
  finish(generating);
  finish(contents() === before ? building : await build());
}

function contents() {
  if (!existsSync(generated)) return "";
  return readdirSync(generated)
    .map((name) => `${name}\n${readFileSync(join(generated, name), "utf8")}`)
    .join("");
}

function build(flags = []) {
  return run("scripts/build.mjs", ...flags);
}

/** Runs Node; gives its exit code and what it printed. */
async function run(...words) {
  const child = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const output of [child.stdout, child.stderr])
    output.setEncoding("utf8").on("data", (text) => {
      printed += text;
    });
  const [code] = await once(child, "close");
  return { code, printed };
}

function finish({ code, printed }) {
  process.stderr.write(printed);
  if (code !== 0) process.exit(code ?? 1);
}
