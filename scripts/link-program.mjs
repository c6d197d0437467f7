// Lets `npx svm-gateway` run the build of this clone, and programs in it import `svm-gateway-client`, as where the packages are installed.
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

const program = "dist/src/cli/main.js";
const link = "node_modules/.bin/svm-gateway";

mkdirSync("node_modules/.bin", { recursive: true });
chmodSync(program, 0o755);
if (process.platform === "win32") {
  writeFileSync(`${link}.cmd`, `@node "%~dp0\\..\\..\\${program.replaceAll("/", "\\")}" %*\r\n`);
} else {
  rmSync(link, { force: true });
  symlinkSync(`../../${program}`, link);
}

const client = "node_modules/svm-gateway-client";
rmSync(client, { recursive: true, force: true });
mkdirSync(client, { recursive: true });
const manifest = { name: "svm-gateway-client", type: "module", exports: "./index.js", types: "./index.d.ts" };
writeFileSync(`${client}/package.json`, JSON.stringify(manifest));
for (const file of ["index.js", "index.d.ts"])
  writeFileSync(`${client}/${file}`, 'export * from "../../dist/src/client/index.js";\n');
