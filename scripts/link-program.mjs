// Lets `npx svm-gateway` run the build of this clone at once, as it does where the package is installed.
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
