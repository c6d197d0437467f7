// Builds packages/client from src/client: the typed client alone, without what the gateway needs. `npm pack` runs it.
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const client = join(root, "packages/client");
const versionIn = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;

if (versionIn(client) !== versionIn(root)) {
  process.stderr.write(
    `packages/client/package.json has version ${versionIn(client)}, package.json ${versionIn(root)}: make them equal\n`,
  );
  process.exit(1);
}
rmSync(join(client, "dist"), { recursive: true, force: true });
copyFileSync(join(root, "LICENSE"), join(client, "LICENSE"));
const tsc = join(root, "node_modules/typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "-p", client], { stdio: ["ignore", 2, 2] });
process.exit(status ?? 1);
