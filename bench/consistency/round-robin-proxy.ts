import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../test/free-port.ts";

/** nginx in front of several upstreams: each call goes to the next one, as a plain load balancer sends it. */
export class RoundRobinProxy {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url;
    this.#child = child;
    this.#folder = folder;
  }

  /** Starts it; undefined if nginx is not installed. */
  static async start(ports: readonly number[]): Promise<RoundRobinProxy | undefined> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), "svm-gateway-bench-"));
    const config = join(folder, "nginx.conf");
    writeFileSync(config, nginxConfig(folder, port, ports));
    const child = spawn("nginx", ["-c", config, "-p", folder, "-e", join(folder, "error.log")], {
      stdio: "ignore",
    });
    const started = await Promise.race([
      isListening(port).then(() => true),
      once(child, "error").then(() => false),
    ]);
    if (started) return new RoundRobinProxy(`http://127.0.0.1:${port}`, child, folder);
    rmSync(folder, { recursive: true });
    return undefined;
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await once(this.#child, "exit");
    rmSync(this.#folder, { recursive: true });
  }
}

function nginxConfig(folder: string, port: number, ports: readonly number[]): string {
  const servers = ports.map((each) => `server 127.0.0.1:${each};`).join(" ");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  return [
    "daemon off; master_process off;",
    `pid ${folder}/nginx.pid;`,
    "events {}",
    `http { access_log off; ${temporary}`,
    `  upstream ledger { ${servers} keepalive 64; }`,
    `  server { listen 127.0.0.1:${port};`,
    '    location / { proxy_pass http://ledger/; proxy_http_version 1.1; proxy_set_header Connection ""; } } }',
    "",
  ].join("\n");
}

/** Resolves when something listens on the port; asks again until then. */
async function isListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
