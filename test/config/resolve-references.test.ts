import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { redactText } from "../../src/log/redact.ts";
import { faultsOf, load } from "./harness.ts";

describe("references in the configuration", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "svm-gateway-references-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const fileOf = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it("are the values of variables and the text of files, in any text", () => {
    const token = fileOf("token", "file-token-1\n");
    const env = { REFERENCE_KEY: "reference-key-1", REFERENCE_WORD: "confirmed" };
    const { config } = load({
      env,
      file: {
        // biome-ignore-start lint/suspicious/noTemplateCurlyInString: references
        commitment: "${REFERENCE_WORD}",
        upstreams: [
          {
            url: "https://rpc.example.com/${REFERENCE_KEY}",
            headers: { "x-token": `Bearer \${file:${token}}` },
          },
          "https://b.example.com/?api-key=${REFERENCE_KEY}",
        ],
        svm_networks: { a: { rpc_url: "https://c.example.com", name: "costs $${10}" } },
        // biome-ignore-end lint/suspicious/noTemplateCurlyInString: references
      },
    });
    expect(config.commitment).to.equal("confirmed");
    expect(config.upstreams[0]).to.deep.include({
      url: "https://rpc.example.com/reference-key-1",
      headers: { "x-token": "Bearer file-token-1" },
    });
    expect(config.upstreams[1]).to.equal("https://b.example.com/?api-key=reference-key-1");
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text that the escape gives
    expect(config.svmNetworks.a?.name).to.equal("costs ${10}");
  });

  const faults: [text: string, expected: string][] = [
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: references
    [
      "https://x/${REFERENCE_NOWHERE}",
      "${REFERENCE_NOWHERE}: the environment variable REFERENCE_NOWHERE is not set",
    ],
    [
      "https://x/${REFERENCE_EMPTY}",
      "${REFERENCE_EMPTY}: the environment variable REFERENCE_EMPTY is not set",
    ],
    ["https://x/${file:nowhere}", "${file:nowhere}: file nowhere does not exist"],
    ["https://x/${file:/}", "${file:/}: file / is not a file"],
    [
      "https://x/${not a name}",
      "${not a name}: must be ${NAME} for a variable or ${file:PATH} for a file; write $${ for a literal ${",
    ],
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: references
  ];
  for (const [text, expected] of faults) {
    it(`each cause one fault that names them if unresolvable: ${text}`, () => {
      const given = { env: { REFERENCE_EMPTY: " " }, file: { upstreams: [{ url: text }] } };
      expect(faultsOf(given)).to.deep.equal([`upstreams[0].url: ${expected}`]);
    });
  }

  it("are all reported at once, with every other fault", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: references
    const file = { rpc_url: "${REFERENCE_A}", state_file: "${REFERENCE_B}/x", server_config: { port: -1 } };
    expect(faultsOf({ file }).map((line) => line.split(":")[0])).to.have.members([
      "rpc_url",
      "state_file",
      "server_config.port",
    ]);
  });

  it("refuse a file that is too long for a secret", () => {
    const path = fileOf("large", "x".repeat(70_000));
    expect(faultsOf({ file: { rpc_url: `\${file:${path}}` } })).to.deep.equal([
      `rpc_url: \${file:${path}}: file ${path} has more than 65536 bytes`,
    ]);
  });

  it("are secrets: no message, log line or name shows their values", () => {
    const env = { REFERENCE_SECRET: 'se"cret/1', REFERENCE_HOST: "tenant-4711" };
    // biome-ignore lint/suspicious/noTemplateCurlyInString: references
    const file = { upstreams: ["ftp://${REFERENCE_HOST}.example.com/${REFERENCE_SECRET}"] };
    expect(faultsOf({ env, file }).join()).to.not.contain("tenant-4711").and.not.contain("cret/1");
    expect(redactText('{"a":"se\\"cret/1","b":"at tenant-4711.example.com"}')).to.equal(
      '{"a":"***","b":"at ***.example.com"}',
    );
    expect(redactText(encodeURIComponent('se"cret/1'))).to.equal("***");
  });

  it("leave words, ports and small numbers readable", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: references
    const file = { upstreams: ["http://${REFERENCE_NEAR}:${REFERENCE_PORT}"] };
    load({ env: { REFERENCE_NEAR: "here", REFERENCE_PORT: "18899" }, file });
    expect(redactText("here 18899")).to.equal("here 18899");
  });

  it("hide credentials but show the host if they are entire addresses", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: references
    const file = { rpc_url: "${REFERENCE_URL}" };
    load({ env: { REFERENCE_URL: "https://ref.example.com/solana/abcDEFghi?token=tok-en-12" }, file });
    expect(redactText("asked ref.example.com with abcDEFghi and tok-en-12 of solana")).to.equal(
      "asked ref.example.com with *** and *** of solana",
    );
  });
});
