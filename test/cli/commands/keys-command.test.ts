import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { backendKey, otherKey } from "../../auth/harness.ts";
import { type ServedGateway, serveCallers } from "../../auth/served-gateway.ts";
import { temporaryFolder } from "../../networks/harness.ts";
import { recordingIo, runCommandLine } from "../recording-io.ts";

/** Runs `svm-gateway keys ...` in a folder. */
async function keys(cwd: string, line: string, env: Record<string, string> = {}) {
  const io = recordingIo(cwd, env);
  const code = await runCommandLine(["keys", ...line.split(" ")], io);
  return { code, out: io.written.stdout.trim(), err: io.written.stderr };
}

describe("svm-gateway keys, on a file", () => {
  const cwd = temporaryFolder();
  const file = join(cwd, "keys.json");
  const stored = () => JSON.parse(readFileSync(file, "utf8")).keys;

  before(() => writeFileSync(join(cwd, "svm-gateway.json"), '{"auth":{"keys_file":"keys.json"}}'));

  it("creates a key, and stores only its SHA-256", async () => {
    const { code, out } = await keys(
      cwd,
      "new --id shop --rate-limit 50 --networks solana-mainnet --sending false --read-only",
    );
    expect(code).to.equal(0);
    expect(out).to.match(/^svm_[\w-]{43}$/);
    expect(readFileSync(file, "utf8")).not.to.include(out);
    const [{ key_sha256: digest, ...rights }] = stored();
    expect(digest).to.match(/^[0-9a-f]{64}$/);
    expect(rights).to.deep.equal({
      id: "shop",
      rate_limit: 50,
      networks: ["solana-mainnet"],
      read_only: true,
      sending: false,
    });
  });

  it("lists keys without their secrets", async () => {
    const { out } = await keys(cwd, "list --json");
    expect(JSON.parse(out).keys).to.deep.equal([
      { id: "shop", rate_limit: 50, networks: ["solana-mainnet"], read_only: true, sending: false },
    ]);
    expect((await keys(cwd, "show shop")).out).to.include("rate_limit 50");
  });

  it("rotates a secret, with an overlap for the old one", async () => {
    const [{ key_sha256: before }] = stored();
    const { code, out, err } = await keys(cwd, "rotate shop --overlap 30m");
    expect([code, /^svm_/.test(out)]).to.deep.equal([0, true]);
    expect(err).to.include("The old one stays valid until");
    const [after] = stored();
    expect(after.old_key_sha256).to.equal(before);
    expect(Date.parse(after.old_key_ends) - Date.now()).to.be.within(29 * 60_000, 30 * 60_000);
  });

  it("revokes a key", async () => {
    expect((await keys(cwd, "revoke shop")).code).to.equal(0);
    expect(stored()).to.deep.equal([]);
  });

  const faults: [line: string, code: number, message: string][] = [
    ["new", 2, "keys new needs --id ID, for example: svm-gateway keys new --id backend"],
    ["new --id x --rate-limit many", 2, "--rate-limit: must be an integer"],
    ["new --id x --methods getNothing", 2, "names no method: getNothing"],
    ["new --id x --methods getBalnce", 2, "getBalnce; did you mean getBalance?\n"],
    ["rotate nothing", 1, 'Unknown key "nothing"; svm-gateway keys list shows those that can be changed'],
    ["show nothing", 1, 'Unknown key "nothing"; svm-gateway keys list shows those that can'],
    ["revoke", 2, "keys revoke needs ID, for example: svm-gateway keys revoke backend"],
    ["forget shop", 2, 'unknown action "forget" of keys'],
    ["usage", 2, "keys usage needs a running gateway: name it with --url or SVM_GATEWAY_URL"],
  ];
  it("refuses a key with the id of a configured one", async () => {
    const configured = temporaryFolder();
    const auth = { keys: [{ id: "shop", key: backendKey }], keys_file: "keys.json" };
    writeFileSync(join(configured, "svm-gateway.json"), JSON.stringify({ auth }));
    const { code, out, err } = await keys(configured, "new --id shop");
    expect([code, out]).to.deep.equal([1, ""]);
    expect(err).to.include("The configuration has a key shop, which would hide the new one");
  });

  for (const [line, code, message] of faults) {
    it(`says what is wrong with ${line}`, async () => {
      const { code: ended, err } = await keys(cwd, line);
      expect([ended, err.includes(message)], err).to.deep.equal([code, true]);
    });
  }
});

describe("svm-gateway config print", () => {
  it("hides keys written in the configuration", async () => {
    const cwd = temporaryFolder();
    const key = "a-key-in-clear-of-the-configuration";
    writeFileSync(join(cwd, "svm-gateway.json"), JSON.stringify({ auth: { keys: [{ id: "clear", key }] } }));
    const io = recordingIo(cwd);
    expect(await runCommandLine(["config", "print", "--json"], io)).to.equal(0);
    expect(io.written.stdout).to.include('"id": "clear"').and.not.include(key);
  });
});

describe("svm-gateway keys, on a running gateway", () => {
  let served: ServedGateway;
  const cwd = temporaryFolder();
  const env = { SVM_GATEWAY_KEY: backendKey };

  before(async () => {
    served = await serveCallers({
      keys: [{ id: "admin", key: backendKey, admin: true }],
      keys_file: join(cwd, "keys.json"),
    });
  });
  after(() => served.close());

  const statusOf = async (key: string) => (await served.ask("/", { headers: { "x-api-key": key } })).status;

  it("creates a key that is valid at once, and shows its usage only to itself and administrators", async () => {
    const { out: key } = await keys(cwd, `new --id customer --url ${served.url}`, env);
    expect(await statusOf(key)).to.equal(200);
    await served.ask("/", { call: "getBalance", headers: { "x-api-key": key } });
    const own = await served.ask("/usage", { method: "GET", headers: { "x-api-key": key } });
    const rows = own.json.usage.map(({ day, ...others }: { day: string }) => others);
    expect(rows).to.deep.equal([
      { key: "customer", method: "getBalance", calls: 1, errors: 1, credits: 1 },
      { key: "customer", method: "getSlot", calls: 1, errors: 0, credits: 1 },
    ]);
    await statusOf(backendKey);
    const csv = await served.ask("/usage?format=csv", {
      method: "GET",
      headers: { "x-api-key": backendKey },
    });
    expect(csv.text)
      .to.match(/^day,key,method,calls,errors,credits\n/)
      .and.match(/,admin,getSlot,1,0,1\n/)
      .and.match(/,customer,getSlot,/);
    const { out } = await keys(cwd, `usage customer --url ${served.url} --json`, env);
    expect(JSON.parse(out).usage).to.have.length(2);
    expect(await served.service.metrics.registry.metrics()).to.include(
      'svm_gateway_caller_calls_total{caller="customer",outcome="answered"} 1',
    );
  });

  it("refuses a key with the id of a configured one", async () => {
    const { code, out, err } = await keys(cwd, `new --id admin --url ${served.url}`, env);
    expect([code, out]).to.deep.equal([1, ""]);
    expect(err).to.include("The configuration has a key admin, which would hide the new one");
  });

  it("names the flag of a refused value", async () => {
    const said = [];
    for (const line of ["new --id other --rate-limit many", "rotate customer --overlap soon"])
      said.push(await keys(cwd, `${line} --url ${served.url}`, env));
    expect(said).to.deep.equal([
      { code: 2, out: "", err: '--rate-limit: must be an integer from 1 to 100000000, got "many"\n' },
      {
        code: 2,
        out: "",
        err: '--overlap: must be a whole number followed by s, m, h or d, such as 24h, got "soon"\n',
      },
    ]);
  });

  it("rotates and revokes a key", async () => {
    const { out: first } = await keys(cwd, `new --id other --url ${served.url}`, env);
    const { out: second } = await keys(cwd, `rotate other --url ${served.url}`, env);
    expect([await statusOf(first), await statusOf(second)]).to.deep.equal([200, 200]);
    await keys(cwd, `revoke other --url ${served.url}`, env);
    expect([await statusOf(first), await statusOf(second)]).to.deep.equal([401, 401]);
  });

  it("requires the admin right", async () => {
    const { out: key } = await keys(cwd, `new --id reader --url ${served.url}`, env);
    const { code, err } = await keys(cwd, `list --url ${served.url}`, { SVM_GATEWAY_KEY: key });
    expect(
      [code, err.includes('may not be managed: this caller lacks the right "admin"')],
      err,
    ).to.deep.equal([1, true]);
  });
});

describe("the pages of keys and usage", () => {
  let served: ServedGateway;
  before(async () => {
    served = await serveCallers({
      keys: [
        { id: "admin", key: backendKey, admin: true },
        { id: "reader", key: otherKey },
      ],
      keys_file: join(temporaryFolder(), "keys.json"),
    });
  });
  after(() => served.close());

  const refusals: readonly [method: string, path: string, says: string][] = [
    ["GET", "/usage?formt=csv", 'Unknown query parameter "formt": /usage takes key, format.'],
    ["GET", "/usage?key=a&key=b", 'The query parameter "key" is given twice: give it once.'],
    ["GET", "/usage?format=xml", 'format must be csv or json, got "xml".'],
    ["GET", "/admin/keys?id=a", 'Unknown query parameter "id": /admin/keys takes none.'],
    ["POST", "/admin/keys", "Give exactly one of ?new=KEY, ?rotate=ID and ?revoke=ID."],
    ["POST", "/admin/keys?rotate=a&revoke=b", "Give exactly one of ?new=KEY, ?rotate=ID and ?revoke=ID."],
    ["POST", "/admin/keys?revoke=a&overlap=1h", "overlap requires rotate: ?rotate=ID&overlap=24h."],
    [
      "POST",
      "/admin/keys?rotate=a&overlap=1",
      'overlap must be a whole number followed by s, m, h or d, such as 24h, got "1"',
    ],
  ];
  for (const [method, path, says] of refusals)
    it(`refuse ${method} ${path}`, async () => {
      const { status, json } = await served.ask(path, { method, headers: { "x-api-key": backendKey } });
      expect([status, json.error.message]).to.deep.equal([400, says]);
    });

  it("refuse to show the usage of another key", async () => {
    const asking = { method: "GET", headers: { "x-api-key": otherKey } };
    expect((await served.ask("/usage?key=admin", asking)).status).to.equal(403);
    expect((await served.ask("/usage?key=reader&format=json", asking)).status).to.equal(200);
  });
});

describe("commands on a gateway that requires authentication", () => {
  let served: ServedGateway;
  before(async () => {
    served = await serveCallers({ keys: [{ id: "admin", key: backendKey, admin: true }] });
  });
  after(() => served.close());

  for (const line of [
    "call getSlot",
    "subscribe slot",
    "networks",
    "upstreams",
    "keys list",
    "config reload",
  ]) {
    it(`${line} explains how to set a missing key`, async () => {
      const io = recordingIo(temporaryFolder());
      const words = [...line.split(" "), "--url", served.url];
      expect(await runCommandLine(words, io)).to.equal(1);
      expect(io.written.stderr).to.include(
        "Set SVM_GATEWAY_KEY to the key or token that commands should send.",
      );
    });
  }
});

describe("HEAD /admin/keys", () => {
  it("lists keys as GET does, and changes none", async () => {
    const file = join(temporaryFolder(), "keys.json");
    const kept = '{"keys":[]}';
    writeFileSync(file, kept);
    const admin = { id: "operator", key: "example-key-of-an-operator", admin: true };
    const served = await serveCallers({ keys_file: file, keys: [admin] });
    try {
      const asking = { method: "HEAD", headers: { "x-api-key": admin.key } };
      const key = encodeURIComponent('{"id":"more"}');
      const answered = [];
      for (const query of ["", `?new=${key}`])
        answered.push((await served.ask(`/admin/keys${query}`, asking)).status);
      expect([answered, readFileSync(file, "utf8")]).to.deep.equal([[200, 400], kept]);
    } finally {
      await served.close();
    }
  });
});
