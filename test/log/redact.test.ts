import { expect } from "chai";
import fc from "fast-check";
import { redactMalformedUrl, redactText, redactUrl } from "../../src/log/redact.ts";
import { anyText } from "../any-text.ts";
import { expectProportionalWork } from "../work-grows.ts";

describe("redactUrl()", () => {
  const same = [
    "https://api.mainnet-beta.solana.com",
    "https://rpc.example.com/",
    "http://127.0.0.1:8899",
    "https://rpc.example.com:8899/solana/mainnet-beta/v2/rpc",
    "https://rpc.testnet.example.com/rpc",
    "wss://rpc.example.com/networks/solana-devnet",
    "https://[2606:4700:4700::1111]:443/x",
    "https://example.com/api-mainnet-archive-nodes/rpc-v2",
    "http://127.0.0.1:3000/networks/solana-mainnet",
    "localhost:8899",
    "",
  ];
  for (const url of same) {
    it(`leaves ${JSON.stringify(url)} unchanged`, () => expect(redactUrl(url)).to.equal(url));
  }

  const cases: [url: string, shown: string][] = [
    ["https://user:pass@rpc.example.com/x", "https://***@rpc.example.com/x"],
    ["https://user@rpc.example.com", "https://***@rpc.example.com"],
    ["https://a@b:c@d@rpc.example.com", "https://***@rpc.example.com"],
    ["redis://:secret@localhost:6379/0", "redis://***@localhost:6379/0"],
    ["https://rpc.example.com/?api-key=abc", "https://rpc.example.com/?api-key=***"],
    ["https://rpc.example.com?a=1&b=&c=2", "https://rpc.example.com?a=***&b=&c=***"],
    ["https://rpc.example.com/?abcdef", "https://rpc.example.com/?***"],
    ["https://rpc.example.com/?a=1;b=2?c=3", "https://rpc.example.com/?a=***;b=***?c=***"],
    ["https://rpc.example.com/x#secret", "https://rpc.example.com/x#***"],
    ["https://rpc.example.com/1b4e28ba-2fa1-11d2-883f-0016d3cca427", "https://rpc.example.com/***"],
    ["https://rpc.example.com/v2/0123456789abcdef0123456789abcdef/rpc", "https://rpc.example.com/v2/***/rpc"],
    ["https://rpc.example.com/v2/k3y", "https://rpc.example.com/v2/***"],
    ["https://rpc.example.com/v2/abcdefghijklmnop/rpc", "https://rpc.example.com/v2/***/rpc"],
    ["https://rpc.example.com/correct-horse-battery", "https://rpc.example.com/***"],
    ["https://rpc.example.com/QwErTyUiOp", "https://rpc.example.com/***"],
    ["https://rpc.example.com/?hunter=", "https://rpc.example.com/?***="],
    ["https://rpc.example.com/abcdefghijkl1", "https://rpc.example.com/***"],
    ["https://rpc.example.com/4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi", "https://rpc.example.com/***"],
    ["https://rpc.example.com/aGVsbG8td29ybGQtYmFzZTY0LXRleHQ=", "https://rpc.example.com/***"],
    ["https://rpc.example.com/AbCdEfGhIjKlMnOpQrStUvWx", "https://rpc.example.com/***"],
    ["https://rpc.example.com/123456789012", "https://rpc.example.com/***"],
    ["https://rpc.example.com/bot12345:AAH-secretsecret/x", "https://rpc.example.com/***/x"],
    ["https://rpc.example.com/%61bcdef123456", "https://rpc.example.com/***"],
    ["wss://rpc.example.com/?token=x", "wss://rpc.example.com/?token=***"],
    ["//user:pass@host/0123456789abcdef", "//***@host/***"],
    ["http//user:pass@host?key=x", "***@host?key=***"],
    ["http:/user:pass@host/x", "http:***@host/x"],
    ["https://user:pa/ss@host/x", "https://***@host/x"],
    ["https://user:pa?ss@host/x", "https://***?***"],
    ["https://user:pa#ss@host/x", "https://***#***"],
  ];
  for (const [url, shown] of cases) {
    it(`shows ${url} as ${shown}`, () => expect(redactUrl(url)).to.equal(shown));
  }

  it("shows no user info, query value or key of any URL", () => {
    const key = fc
      .stringMatching(/^[A-Za-z0-9]{32}$/)
      .filter((text) => /\d/.test(text) && /[a-z]/i.test(text));
    fc.assert(
      fc.property(key, key, key, (user, path, value) => {
        const shown = redactUrl(`https://${user}:${user}@rpc.example.com/v1/${path}?key=${value}`);
        expect(shown).to.equal("https://***@rpc.example.com/v1/***?key=***");
      }),
    );
  });

  it("changes nothing when applied twice", () => {
    const part = anyText.map((text) => encodeURIComponent(Buffer.from(text).toString()));
    fc.assert(
      fc.property(fc.domain(), part, part, part, part, (host, user, path, query, fragment) => {
        const url = `https://${user}@${host}/${path}?${query}#${fragment}`;
        expect(redactUrl(redactUrl(url))).to.equal(redactUrl(url));
      }),
    );
  });
});

describe("redactMalformedUrl()", () => {
  const cases: [text: string, shown: string][] = [
    ["localhost:8899", "localhost:8899"],
    ["rpc.example.com", "rpc.example.com"],
    ["https:/rpc.example.com", "https:/rpc.example.com"],
    ["https://", "https://"],
    ["ftp://u:p@rpc.example.com/?api-key=1", "ftp://***@rpc.example.com/?api-key=***"],
    ["htps:/user:hunter2@rpc.example.com", "htps:/***"],
    ["user:hunter2@rpc.example.com", "***"],
    ["https://user:hunter2@ rpc.example.com", "https://***"],
    ["https://user:hun/ter2@rpc.example.com", "https://***"],
    ["https://rpc example.com/hunter2@rpc.example.com", "https://***"],
    ["hunter2", "***"],
    ["Hunter", "***"],
    ["foo", "foo"],
    ["abcdefgh", "abcdefgh"],
    ["abcdefghi", "***"],
    ["rpc.example.com/hunter2", "rpc.example.com/***"],
    ["rpc.example.com?api-key=hunter2", "rpc.example.com?***"],
    ["localhost:8899/hunter2", "localhost:8899/***"],
    ["letmein/rpc", "***"],
  ];
  for (const [text, shown] of cases) {
    it(`shows ${text} as ${shown}`, () => expect(redactMalformedUrl(text)).to.equal(shown));
  }
});

describe("redactText()", () => {
  const cases: [text: string, shown: string][] = [
    ["connect to https://u:p@a.example.com/ failed", "connect to https://***@a.example.com/ failed"],
    ['{"url":"wss://a.example.com/?k=1","n":1}', '{"url":"wss://a.example.com/?k=***","n":1}'],
    ['{"msg":"\\"https://u:p@a.example.com\\" failed"}', '{"msg":"\\"https://***@a.example.com\\" failed"}'],
    [
      "two: https://u@a.example.com, http://v@b.example.com",
      "two: https://***@a.example.com, http://***@b.example.com",
    ],
    ["sent api_key=abc&x", "sent api_key=***&x"],
    ['{"apiKey":"abc","x":1}', '{"apiKey":"***","x":1}'],
    ['{\\"access_token\\": \\"abc\\"}', '{\\"access_token\\": \\"***\\"}'],
    ["authorization: Bearer abc.def", "authorization: Bearer ***"],
    ["Authorization=Basic dTpw", "Authorization=Basic ***"],
    ["x-api-key: abc", "x-api-key: ***"],
    ["getTokenSupply failed: token: unknown mint", "getTokenSupply failed: token: unknown mint"],
    ["nothing to hide", "nothing to hide"],
  ];
  for (const [text, shown] of cases) {
    it(`shows ${text} as ${shown}`, () => expect(redactText(text)).to.equal(shown));
  }

  const hostile: [name: string, text: (length: number) => string][] = [
    ["schemes", (length) => "https://".repeat(length / 8)],
    ["one word", (length) => "a".repeat(length)],
    ["beginnings of addresses", (length) => "a:/".repeat(length / 3)],
    ["names of secrets", (length) => "token=".repeat(length / 6)],
    ["user info without end", (length) => `https://${"@".repeat(length)}`],
  ];
  for (const [name, text] of hostile) {
    it(`takes time in proportion to a text of ${name}`, async () => {
      await expectProportionalWork((length) => redactText(text(length)), 20_000);
    });
  }
});
