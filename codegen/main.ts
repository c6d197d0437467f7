import { join } from "node:path";
import { packageRoot } from "../src/package-root.ts";
import { runGenerate } from "./generate-command.ts";

process.exitCode = await runGenerate(process.argv.slice(2), {
  document: join(packageRoot, "openrpc.json"),
  folder: join(packageRoot, "generated"),
  releases: join(packageRoot, "codegen/releases"),
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
});
