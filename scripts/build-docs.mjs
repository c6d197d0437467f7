// Builds the playground and the status page into docs/site: plain files for any static host.
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const docs = join(root, "docs");
const built = join(docs, "site");
// Made beside it and moved file by file: whoever reads the pages meanwhile, another test run for one, finds each of them whole.
const site = join(docs, `site.${process.pid}`);

try {
  await buildSite();
  moveInto(built, site);
} finally {
  rmSync(site, { recursive: true, force: true });
}

/** Moves the files of one folder into another, and removes what else was there. */
function moveInto(target, source) {
  mkdirSync(target, { recursive: true });
  const names = readdirSync(source);
  for (const name of readdirSync(target).filter((found) => !names.includes(found)))
    rmSync(join(target, name), { recursive: true, force: true });
  for (const name of names) {
    const [from, to] = [join(source, name), join(target, name)];
    if (statSync(from).isDirectory()) moveInto(to, from);
    else renameSync(from, to);
  }
}

async function buildSite() {
  mkdirSync(join(site, "status"), { recursive: true });
  const shared = { bundle: true, minify: true, target: "es2022", charset: "utf8", logLevel: "warning" };
  await Promise.all([
    build({
      ...shared,
      format: "esm",
      entryPoints: { playground: join(docs, "playground/main.ts") },
      outdir: site,
    }),
    build({
      ...shared,
      format: "esm",
      entryPoints: { status: join(docs, "status/main.ts") },
      outdir: join(site, "status"),
    }),
    build({
      ...shared,
      format: "iife",
      entryPoints: { "apply-theme": join(docs, "shared/apply-theme.ts") },
      outdir: site,
    }),
    build({ ...shared, entryPoints: { playground: join(docs, "playground/playground.css") }, outdir: site }),
    build({
      ...shared,
      entryPoints: { status: join(docs, "status/status.css") },
      outdir: join(site, "status"),
    }),
  ]);
  copyFileSync(join(site, "apply-theme.js"), join(site, "status/apply-theme.js"));
  copyFileSync(join(docs, "playground/index.html"), join(site, "index.html"));
  copyFileSync(join(docs, "status/index.html"), join(site, "status/index.html"));
  for (const folder of [site, join(site, "status")])
    copyFileSync(join(docs, "shared/icon.svg"), join(folder, "icon.svg"));
  writeFileSync(join(site, "openrpc.json"), withoutSpace(readFileSync(join(root, "openrpc.json"), "utf8")));
  compress();
}

/** JSON text without the space between its tokens; every token stays as it was written. */
function withoutSpace(text) {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_all, quoted) => quoted ?? "");
}

/** Puts each file's compressed form beside it: the gateway, and other hosts of static files, send it as it is. */
function compress() {
  let total = 0;
  for (const name of readdirSync(site, { recursive: true, encoding: "utf8" })) {
    const path = join(site, name);
    if (!statSync(path).isFile()) continue;
    const bytes = readFileSync(path);
    const gzipped = gzipSync(bytes, { level: 9 });
    writeFileSync(`${path}.gz`, gzipped);
    total += gzipped.length;
  }
  process.stdout.write(
    `built the playground and the status page, docs/site: ${(total / 1000).toFixed(0)} kB compressed\n`,
  );
}
