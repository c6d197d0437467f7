import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { paramsByName, requestBody } from "../../docs/playground/call/call-values.ts";
import { writeClient } from "../../docs/playground/snippets/write-client.ts";
import { goText, writeGo } from "../../docs/playground/snippets/write-go.ts";
import { writeKit } from "../../docs/playground/snippets/write-kit.ts";
import { rustText, writeRust } from "../../docs/playground/snippets/write-rust.ts";
import { writeWeb3 } from "../../docs/playground/snippets/write-web3.ts";
import { packageRoot } from "../../src/package-root.ts";
import { itWith, neededPath } from "../needed-programs.ts";
import { awkwardTexts, snippetCalls } from "./snippet-calls.ts";

const run = promisify(execFile);

/** What the snippet of Rust uses of ureq 3, over a bare socket: a crate from a registry would take minutes. */
const ureq = `mod ureq {
    use std::io::{Read, Write};
    pub type Error = Box<dyn std::error::Error>;
    pub struct Request { url: String, headers: String }
    pub struct Body(String);
    pub struct Response(Body);
    pub fn post(url: &str) -> Request { Request { url: url.to_string(), headers: String::new() } }
    impl Request {
        pub fn header(mut self, name: &str, value: &str) -> Request {
            self.headers += &format!("{}: {}\\r\\n", name, value);
            self
        }
        pub fn send(self, body: &str) -> Result<Response, Error> {
            let rest = self.url.strip_prefix("http://").unwrap();
            let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
            let mut socket = std::net::TcpStream::connect(host)?;
            write!(socket, "POST /{} HTTP/1.1\\r\\nhost: {}\\r\\nconnection: close\\r\\ncontent-length: {}\\r\\n{}\\r\\n{}", path, host, body.len(), self.headers, body)?;
            let mut text = String::new();
            socket.read_to_string(&mut text)?;
            Ok(Response(Body(text)))
        }
    }
    impl Response { pub fn body_mut(&mut self) -> &mut Body { &mut self.0 } }
    impl Body { pub fn read_to_string(&mut self) -> Result<String, Error> { Ok(self.0.clone()) } }
}
`;

describe("the programs that the playground writes", function () {
  this.timeout(120_000);
  let folder = "";
  let server: Server;
  let url = "";
  let received: { path: string; body: string }[] = [];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "svm-gateway-snippets-"));
    server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      received.push({ path: request.url ?? "", body });
      response.end("answered");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    received = [];
  });

  after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const memcmp = snippetCalls.find(({ call: { values } }) => values.get("filters")?.includes("memcmp"))?.call;
  if (memcmp === undefined) throw new Error("no example has a filter of bytes");
  const body = requestBody(memcmp.method.name, paramsByName(memcmp.method, memcmp.values));

  itWith("go", "of Go run, send exactly the request of the form, and can contain any text", async () => {
    const texts = awkwardTexts.map((text) => `\tfmt.Printf("%x\\n", ${goText(text)})\n`).join("");
    const code = writeGo({ ...memcmp, gateway: url })?.replace(/\}$/, () => `${texts}}\n`) ?? "";
    writeFileSync(join(folder, "call.go"), code);
    const { stdout } = await run(neededPath("go"), ["run", join(folder, "call.go")]);
    const [answer, ...printed] = stdout.split("\n").slice(0, -1);
    expect(answer).to.equal("answered");
    expect(received).to.deep.equal([{ path: "/?network=localnet", body }]);
    expect(printed.map(fromHex)).to.deep.equal(awkwardTexts);
  });

  itWith("rustc", "of Rust run, send exactly the request of the form, and can contain any text", async () => {
    const source = join(folder, "call.rs");
    const texts = awkwardTexts
      .map(
        (text) => `    for byte in ${rustText(text)}.bytes() { print!("{:02x}", byte); }\n    println!();\n`,
      )
      .join("");
    const code = writeRust({ ...memcmp, gateway: url })?.replace("    Ok(())", () => `${texts}    Ok(())`);
    writeFileSync(source, `${ureq}${code}\n`);
    await run(neededPath("rustc"), ["--edition", "2021", "-o", join(folder, "call"), source]);
    const { stdout } = await run(join(folder, "call"), []);
    expect(received).to.deep.equal([{ path: "/?network=localnet", body }]);
    const lines = stdout.split("\n").slice(0, -1);
    expect(lines.at(-awkwardTexts.length - 1)).to.equal("answered");
    expect(lines.slice(-awkwardTexts.length).map(fromHex)).to.deep.equal(awkwardTexts);
  });

  it("of TypeScript are type-correct with the typed client, kit and web3.js, for every call @long", async () => {
    symlinkSync(join(packageRoot, "node_modules"), join(folder, "node_modules"));
    let count = 0;
    for (const { call } of snippetCalls.filter(({ call: { method } }) => method.kind !== "unsubscribe")) {
      for (const [client, write] of Object.entries({ writeClient, writeKit, writeWeb3 })) {
        const code = write(call);
        if (code === undefined) continue;
        count += 1;
        writeFileSync(join(folder, `${client}-${call.method.name}-${count}.ts`), `${code}\nexport {};\n`);
      }
    }
    expect(count).to.be.greaterThan(380);
    const compilerOptions = {
      types: ["node"],
      rootDir: "/",
      noUnusedLocals: false,
      paths: { "svm-gateway-client": [join(packageRoot, "src/client/index.ts")] },
    };
    const config = { extends: join(packageRoot, "tsconfig.json"), compilerOptions, include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const tsc = join(packageRoot, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", folder]).catch(
      (failure: { stdout: string }) => failure,
    );
    expect(stdout).to.equal("");
  });
});

function fromHex(text: string): string {
  return Buffer.from(text, "hex").toString();
}
