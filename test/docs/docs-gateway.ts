import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePortWithOneAbove } from "../free-port.ts";
import { RunningProgram } from "../running-program.ts";
import { type PackageTree, packageTree } from "./package-tree.ts";

/** The gateway of the guides: two embedded ledgers, no limit on callers. */
export interface DocsGateway {
  readonly tree: PackageTree;
  readonly url: string;
  readonly wsUrl: string;
  /** A text of the guides with this gateway's addresses and its package's client in place of the usual ones. */
  here(text: string): string;
  stop(): Promise<void>;
}

/** Starts it on free ports, one above the HTTP port among them, from the package tree. */
export async function startDocsGateway(): Promise<DocsGateway> {
  const tree = await packageTree();
  const config = join(tree.root, "docs-gateway.json");
  const unlimited = { server_config: { rate_limit: { enabled: false } }, log: { level: "error" } };
  writeFileSync(config, JSON.stringify(unlimited));
  const port = await freePortWithOneAbove();
  const program = new RunningProgram(
    "svm-gateway",
    ["serve", "--local", "--port", String(port), "--ws-port", "0", "--config", config],
    { cwd: tree.root, env: tree.env },
  );
  // The clients of the examples connect to it.
  await program.printed(new RegExp(`^listening ws ws://127.0.0.1:${port + 1}\n`, "m"));
  const [, wsUrl = ""] = await program.printed(/^listening ws (\S+)$/m);
  const [, url = ""] = await program.printed(/^listening http (\S+)$/m);
  return {
    tree,
    url,
    wsUrl,
    here: (text) =>
      text
        .replaceAll('"svm-gateway-client"', '"svm-gateway/client"')
        .replaceAll(/http:\/\/(127\.0\.0\.1|localhost):3000/g, url)
        .replaceAll(/ws:\/\/(127\.0\.0\.1|localhost):3000/g, url.replace("http", "ws"))
        .replaceAll(/ws:\/\/(127\.0\.0\.1|localhost):8900/g, wsUrl),
    async stop() {
      const { code, stderr } = await program.stop();
      if (code !== 0) throw new Error(`the gateway ended with ${code}: ${stderr}`);
    },
  };
}
