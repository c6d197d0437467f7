import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import express from "express";
import { createStaticPages } from "../../../src/transports/http/static-pages.ts";

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

describe("staticPages", () => {
  const policy = "default-src 'self'";
  let folder: string;
  let server: Server;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "svm-gateway-pages-"));
    mkdirSync(join(folder, "site/inner"), { recursive: true });
    writeFileSync(join(folder, "site/index.html"), "<!doctype html><p>Hello");
    const code = "let a = 1;\n".repeat(200);
    writeFileSync(join(folder, "site/inner/code.js"), code);
    writeFileSync(join(folder, "site/inner/code.js.gz"), gzipSync(code));
    writeFileSync(join(folder, "site/notes.txt"), "not a page");
    writeFileSync(join(folder, "secret.html"), "outside");
    const app = express();
    const site = { contentSecurityPolicy: policy, folder: join(folder, "site") };
    app.get(["/docs", "/docs/{*below}"], createStaticPages({ ...site, path: "/docs", endsWithSlash: true }));
    app.get(
      ["/status", "/status/{*below}"],
      createStaticPages({ ...site, path: "/status", endsWithSlash: false }),
    );
    app.get(
      "/none",
      createStaticPages({ ...site, folder: join(folder, "none"), path: "/none", endsWithSlash: false }),
    );
    server = createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
  });

  after(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
    rmSync(folder, { recursive: true, force: true });
  });

  async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const { port } = server.address() as AddressInfo;
    const sent = request({ host: "127.0.0.1", port, path, headers }).end();
    const [response] = await once(sent, "response");
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
  }

  it("serves the index at its path, with the policy", async () => {
    for (const path of ["/docs/", "/docs/index.html", "/status"]) {
      const { status, headers, body } = await get(path);
      expect(
        [status, headers["content-type"], headers["content-security-policy"], String(body)],
        path,
      ).to.deep.equal([200, "text/html; charset=utf-8", policy, "<!doctype html><p>Hello"]);
    }
  });

  it("redirects with relative URLs, which also work behind a proxy's prefix", async () => {
    const below = await get("/docs");
    expect([below.status, below.headers.location]).to.deep.equal([302, "docs/"]);
    const above = await get("/status/");
    expect([above.status, above.headers.location]).to.deep.equal([302, "../status"]);
  });

  it("serves a compressed copy of the same text to clients that accept it", async () => {
    const plain = await get("/docs/inner/code.js");
    const gzip = await get("/docs/inner/code.js", { "accept-encoding": "br, gzip" });
    const refused = await get("/docs/inner/code.js", { "accept-encoding": "gzip;q=0, *" });
    expect([plain, gzip, refused].map(({ headers }) => headers["content-encoding"])).to.deep.equal([
      undefined,
      "gzip",
      undefined,
    ]);
    expect(gunzipSync(gzip.body).equals(plain.body)).to.equal(true);
    expect(gzip.body.length).to.be.lessThan(plain.body.length / 10);
    expect(gzip.headers.vary).to.equal("accept-encoding");
  });

  it("answers 304 to a client that has the file", async () => {
    const { headers } = await get("/docs/");
    const again = await get("/docs/", { "if-none-match": String(headers.etag) });
    expect([again.status, again.body.length]).to.deep.equal([304, 0]);
  });

  it("answers ranges of a file, or of its compressed copy if that is served", async () => {
    const { headers, body } = await get("/docs/inner/code.js", { "accept-encoding": "gzip" });
    const part = await get("/docs/inner/code.js", { "accept-encoding": "gzip", range: "bytes=2-5" });
    expect([part.status, part.headers.etag]).to.deep.equal([206, headers.etag]);
    expect(part.body.equals(body.subarray(2, 6))).to.equal(true);
  });

  for (const path of [
    "/docs/nothing.html",
    "/docs/inner/code.js.gz",
    "/docs/notes.txt",
    "/docs/../secret.html",
    "/docs/..%2fsecret.html",
    "/docs/%2e%2e/secret.html",
    "/docs//etc/passwd",
    "/docs/inner",
    "/docs/__proto__",
  ]) {
    it(`has nothing at ${path}`, async () => {
      expect((await get(path)).status).to.equal(404);
    });
  }

  it("says how to build pages if they are not built", async () => {
    const { status, body } = await get("/none");
    expect(status).to.equal(404);
    expect(String(body)).to.include("npm run docs");
  });
});
