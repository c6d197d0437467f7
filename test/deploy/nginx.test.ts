import { execFileSync, spawnSync } from "node:child_process";
import { on, once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { expect } from "chai";
import { WebSocket } from "ws";
import { watchPid } from "../child-process.ts";
import { packageTree } from "../docs/package-tree.ts";
import { freePort } from "../free-port.ts";
import { describeWith, neededPath } from "../needed-programs.ts";
import { RunningProgram } from "../running-program.ts";
import { deployText } from "./deploy-files.ts";

const name = "gateway.example.com";

/** The configuration of deploy/nginx in a real nginx, in front of a real gateway; all of it below one folder. */
class Proxied {
  readonly folder = mkdtempSync(join(tmpdir(), "svm-gateway-nginx-"));
  port = 0;
  #gateway: RunningProgram | undefined;
  certificate = "";

  async start(): Promise<void> {
    const tree = await packageTree();
    const config = join(this.folder, "gateway.json");
    // What the file asks for: the name, and one proxy in front.
    const settings = {
      server_config: {
        trust_proxy: 1,
        allowed_hosts: [name],
        rate_limit: { per_second: 1000, per_minute: 20 },
      },
      log: { level: "error" },
    };
    writeFileSync(config, JSON.stringify(settings));
    const words = ["serve", "--local", "--config", config, "--port", "0", "--ws-port", "0"];
    this.#gateway = new RunningProgram("svm-gateway", words, { cwd: tree.root, env: tree.env });
    const [, address = ""] = await this.#gateway.printed(/^listening http http:\/\/(\S+)$/m);
    this.#makeCertificate();
    this.port = await freePort();
    this.#writeConfig(address);
    // It returns once its sockets are bound, and goes on in the background.
    this.#nginx();
    watchPid(Number(readFileSync(join(this.folder, "nginx.pid"), "utf8")));
  }

  async stop(): Promise<void> {
    const pid = join(this.folder, "nginx.pid");
    if (this.port !== 0 && spawnSync("test", ["-e", pid]).status === 0) this.#nginx("-s", "stop");
    await this.#gateway?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #makeCertificate(): void {
    const key = join(this.folder, "key.pem");
    const certificate = join(this.folder, "certificate.pem");
    const words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const subject = ["-days", "2", "-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
    execFileSync("openssl", [...words, "-keyout", key, "-out", certificate, ...subject], { stdio: "ignore" });
    this.certificate = readFileSync(certificate, "utf8");
  }

  #writeConfig(gateway: string): void {
    const site = deployText("nginx/svm-gateway.conf");
    for (const text of ["127.0.0.1:3000", "listen 443 ssl", "/etc/ssl/svm-gateway/"])
      expect(site).to.contain(text);
    const here = site
      .replace("server 127.0.0.1:3000", `server ${gateway}`)
      .replace("listen 443 ssl", `listen 127.0.0.1:${this.port} ssl`)
      .replaceAll("/etc/ssl/svm-gateway/", `${this.folder}/`);
    mkdirSync(join(this.folder, "temporary"));
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((kind) => `${kind}_temp_path ${this.folder}/temporary/${kind};`)
      .join("\n");
    writeFileSync(
      join(this.folder, "nginx.conf"),
      `pid ${this.folder}/nginx.pid; error_log ${this.folder}/error.log; master_process off;
      events {} http { access_log off; ${temporary}\n${here} }`,
    );
  }

  #nginx(...words: string[]): void {
    const started = spawnSync(neededPath("nginx"), ["-c", join(this.folder, "nginx.conf"), ...words], {
      encoding: "utf8",
    });
    if (started.status !== 0) throw new Error(`nginx: ${started.stderr}`);
  }

  /** Sends bytes over TLS, and waits for the answer or the end. */
  async sendRaw(text: string): Promise<void> {
    const socket = connect({ host: "127.0.0.1", port: this.port, servername: name, ca: this.certificate });
    // A reset is an end too.
    socket.on("error", () => socket.destroy());
    socket.write(text, "latin1");
    await Promise.race([once(socket, "data"), once(socket, "close")]);
    socket.destroy();
  }

  /** Asks over HTTPS, checking the certificate. `from` is the client's address. */
  async ask(path: string, options: { body?: string; from?: string; headers?: Record<string, string> } = {}) {
    const { body, from = "127.0.0.1", headers = {} } = options;
    const sent = request({
      host: "127.0.0.1",
      localAddress: from,
      port: this.port,
      path,
      method: body === undefined ? "GET" : "POST",
      servername: name,
      ca: this.certificate,
      agent: false,
      headers: { host: name, "content-type": "application/json", ...headers },
    });
    sent.end(body);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    let text = "";
    for await (const chunk of response.setEncoding("utf8")) text += chunk;
    return { status: response.statusCode, text };
  }
}

const getSlot = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';

const hiddenMethod = "getInflationRate";
const hiddenCall = `{"jsonrpc":"2.0","id":1,"method":"${hiddenMethod}"}`;
/** A request that claims to be another client's. */
const hidden =
  `POST / HTTP/1.1\r\nHost: ${name}\r\nX-Forwarded-For: 127.0.1.9\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${hiddenCall.length}\r\n\r\n${hiddenCall}`;
const chunkOf = (text: string, extension = "", end = "\r\n") =>
  `${text.length.toString(16)}${extension}${end}${text}${end}0${end}${end}`;
const json = "Content-Type: application/json";

/** Ways to hide a request in another one's body: head and body of the outer request. */
const smuggling: readonly (readonly [string, string, string])[] = [
  [
    "a length that covers chunks and what follows them",
    `${json}\r\nContent-Length: ${5 + hidden.length}\r\nTransfer-Encoding: chunked`,
    `0\r\n\r\n${hidden}`,
  ],
  [
    "a length shorter than the chunks",
    `${json}\r\nTransfer-Encoding: chunked\r\nContent-Length: 4`,
    chunkOf(hidden),
  ],
  [
    "chunks named on a folded line",
    `${json}\r\nContent-Length: ${5 + hidden.length}\r\nTransfer-Encoding:\r\n chunked`,
    `0\r\n\r\n${hidden}`,
  ],
  [
    "a space before the colon",
    `${json}\r\nContent-Length: ${5 + hidden.length}\r\nTransfer-Encoding : chunked`,
    `0\r\n\r\n${hidden}`,
  ],
  [
    "a coding that looks like chunks",
    `${json}\r\nContent-Length: ${5 + hidden.length}\r\nTransfer-Encoding: xchunked`,
    `0\r\n\r\n${hidden}`,
  ],
  ["two lengths", `${json}\r\nContent-Length: 2\r\nContent-Length: ${2 + hidden.length}`, `{}${hidden}`],
  ["an extension of a chunk", `${json}\r\nTransfer-Encoding: chunked`, chunkOf(hidden, `;a="\r\n0\r\n\r\n"`)],
  [
    "an extension of a chunk with a bare line feed",
    `${json}\r\nTransfer-Encoding: chunked`,
    chunkOf(hidden, ";a\n"),
  ],
  [
    "chunks that end with bare line feeds",
    `${json}\r\nTransfer-Encoding: chunked`,
    chunkOf(hidden, "", "\n"),
  ],
  ["a field that ends with a bare line feed", `${json}\nX-A: b\nContent-Length: ${hidden.length}`, hidden],
];

describeWith(["nginx", "openssl"], "the nginx configuration", () => {
  const proxied = new Proxied();
  before(() => proxied.start());
  after(() => proxied.stop());

  it("serves JSON-RPC over TLS", async () => {
    const { status, text } = await proxied.ask("/", { body: getSlot });
    expect(status).to.equal(200);
    expect(JSON.parse(text).result.value).to.be.a("number");
  });

  it("serves the pages and, to this machine, the metrics", async () => {
    expect((await proxied.ask("/networks")).status).to.equal(200);
    expect((await proxied.ask("/metrics")).text).to.contain("svm_gateway_requests_total");
  });

  for (const path of [
    "/metrics",
    "/status",
    "/status/",
    "/status/status.js",
    "/status.json",
    "/admin/reload",
  ]) {
    it(`keeps ${path} from others, in every spelling that nginx reads so`, async () => {
      for (const spelling of [path, `${path}?x=1`, `/.${path}`, `/x/..${path}`, path.replace("s", "%73")]) {
        expect((await proxied.ask(spelling, { from: "127.0.0.3" })).status, spelling).to.equal(403);
      }
    });
  }

  for (const path of ["/metrics/", "/METRICS", "/Status.json", "/status.json/", "/STATUS"]) {
    it(`answers 404 at ${path}, which the gateway does not serve`, async () => {
      expect((await proxied.ask(path, { from: "127.0.0.3" })).status).to.equal(404);
    });
  }

  for (const path of ["/", "/networks/localnet-b"]) {
    it(`upgrades WebSockets at ${path}, in both directions`, async () => {
      const socket = new WebSocket(`wss://127.0.0.1:${proxied.port}${path}`, {
        agent: new Agent({ ca: proxied.certificate, servername: name }),
        headers: { host: name },
      });
      const messages = on(socket, "message");
      await once(socket, "open");
      socket.send('{"jsonrpc":"2.0","id":7,"method":"slotSubscribe"}');
      const texts: string[] = [];
      for await (const [data] of messages) {
        texts.push(String(data));
        if (texts.length === 2) break;
      }
      expect(JSON.parse(texts[0] ?? "")).to.have.property("id", 7);
      expect(JSON.parse(texts[1] ?? "")).to.have.property("method", "slotNotification");
      socket.close();
      await once(socket, "close");
    });
  }

  it("lets the gateway count clients by the address that nginx saw, whatever they claim", async () => {
    const statuses: (number | undefined)[] = [];
    for (let call = 0; call < 21; call += 1) {
      const headers = { "x-forwarded-for": `203.0.113.${call}` };
      statuses.push((await proxied.ask("/", { body: getSlot, from: "127.0.0.2", headers })).status);
    }
    expect(statuses.at(-1), "the 21st call of a minute").to.equal(429);
    expect(statuses.slice(0, 20)).to.deep.equal(Array(20).fill(200));
    expect((await proxied.ask("/", { body: getSlot })).status, "another client").to.equal(200);
  });

  for (const [what, head, body] of smuggling) {
    it(`lets no second request through by ${what}, and gives no one else its answer`, async () => {
      await proxied.sendRaw(`POST / HTTP/1.1\r\nHost: ${name}\r\n${head}\r\n\r\n${body}`);
      for (let call = 0; call < 4; call += 1) {
        const id = `${what} ${call}`;
        const sent = JSON.stringify({ jsonrpc: "2.0", id, method: "getSlot" });
        const { status, text } = await proxied.ask("/", { body: sent, from: `127.0.1.${call + 1}` });
        const shown = JSON.parse(text) as { id: unknown };
        expect([status, shown.id]).to.deep.equal([200, id]);
      }
      expect((await proxied.ask("/metrics")).text).not.to.contain(hiddenMethod);
    });
  }

  it("counts the same call in the metrics when a client makes it openly", async () => {
    await proxied.ask("/", { body: hiddenCall, from: "127.0.1.5" });
    expect((await proxied.ask("/metrics")).text).to.contain(hiddenMethod);
  });

  it("passes on errors of the gateway with their status", async () => {
    expect((await proxied.ask("/nothing")).status).to.equal(404);
    expect((await proxied.ask("/", { body: "x".repeat(2_000_000) })).status).to.equal(413);
  });
});
