import { expect } from "chai";
import { NetworkHeads, type SlotListener } from "../../src/live/network-heads.ts";
import { ScriptedUpstream, until } from "../faults/upstream-harness.ts";
import { accountText, addressOf, FollowedAccounts, notifiedText } from "./followed-accounts.ts";

const base64 = { encoding: "base64" };

describe("accounts that are read often", () => {
  let ledger: FollowedAccounts;

  async function build(change: ConstructorParameters<typeof FollowedAccounts>[1] = {}): Promise<void> {
    ledger = new FollowedAccounts(await new ScriptedUpstream().start(), { verifyMs: 200, ...change });
    ledger.texts.set(addressOf("a"), accountText(7));
    ledger.texts.set(addressOf("b"), accountText(8));
  }
  afterEach(() => ledger.close());

  const isLive = async (method: string, letters: string, config: object = base64) =>
    (await ledger.sourceOf(method, letters, config)) === "live";

  /** Both may have been read at different slots at first: the next verification reads them together. */
  async function becomesLive(method: string, letters: string): Promise<void> {
    const end = performance.now() + 2000;
    while (!(await isLive(method, letters))) {
      if (performance.now() > end) throw new Error(`${method} of ${letters} never came from memory`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  describe("are followed", () => {
    it("from the third read on, by one subscription", async () => {
      await build();
      for (let count = 0; count < 2; count += 1) await ledger.ask("getBalance", "a");
      expect(ledger.feeds).to.have.length(0);
      for (let count = 0; count < 5; count += 1) await ledger.ask("getAccountInfo", "a", base64);
      expect(ledger.feeds.map(({ question }) => question)).to.containSubset([
        { subscribe: "accountSubscribe", commitment: "confirmed", encoding: "base64" },
      ]);
      expect(ledger.feeds).to.have.length(1);
    });

    const others: Readonly<Record<string, [method: string, config: object]>> = {
      "at finalized": ["getAccountInfo", { ...base64, commitment: "finalized" }],
      "without a commitment": ["getBalance", { commitment: undefined }],
      compressed: ["getAccountInfo", { encoding: "base64+zstd" }],
      "in the ledger's old form": ["getAccountInfo", {}],
      "with a field that the document does not know": ["getAccountInfo", { ...base64, other: 1 }],
      "as a piece of what is parsed": [
        "getAccountInfo",
        { encoding: "jsonParsed", dataSlice: { offset: 0, length: 1 } },
      ],
    };
    for (const [how, [method, config]] of Object.entries(others)) {
      it(`but not if they are read ${how}`, async () => {
        await build();
        for (let count = 0; count < 5; count += 1) await ledger.ask(method, "a", config);
        expect(ledger.feeds).to.have.length(0);
      });
    }

    it("but not if no upstream has a WebSocket, or on a development network", async () => {
      await build({ wsUrls: [] });
      for (let count = 0; count < 5; count += 1) await ledger.ask("getBalance", "a");
      expect(ledger.feeds).to.have.length(0);
    });

    it("but not if no upstream pushes accounts: they are dropped at once", async () => {
      await build({ isPushed: false });
      for (let count = 0; count < 5; count += 1) await ledger.ask("getBalance", "a");
      expect(ledger.feeds.map(({ leaves }) => leaves)).to.deep.equal([1]);
      expect(ledger.accounts.size).to.equal(0);
    });

    it("but not again for a while after the upstream refused", async () => {
      await build();
      ledger.refusesFeeds = true;
      for (let count = 0; count < 5; count += 1) await ledger.ask("getBalance", "a");
      ledger.refusesFeeds = false;
      for (let count = 0; count < 5; count += 1) await ledger.ask("getBalance", "a");
      expect(ledger.feeds).to.have.length(0);
    });

    it("no more than there is room for", async () => {
      await build({ maxAccounts: 2 });
      for (const letter of "abcd")
        for (let count = 0; count < 4; count += 1) await ledger.ask("getBalance", letter);
      expect(ledger.feeds).to.have.length(2);
    });

    it("until no one has read them for a while", async () => {
      await build({ idleMs: 500 });
      await ledger.follow("a");
      await until(() => ledger.accounts.size === 0, "the account is left");
      expect(ledger.feedOf("a").leaves).to.equal(1);
      expect(ledger.accounts.byteLength).to.equal(0);
    });

    it("until the gateway stops", async () => {
      await build();
      await ledger.follow("a");
      ledger.accounts.close();
      expect(ledger.feedOf("a").leaves).to.equal(1);
    });

    it("but not if they take more memory than one account may", async () => {
      await build({ maxBytes: 64 * 5000 });
      ledger.texts.set(addressOf("a"), accountText(7, "A".repeat(4000)));
      await ledger.follow("b");
      for (let count = 0; count < 4; count += 1) await ledger.ask("getAccountInfo", "a", base64);
      await until(() => {
        ledger.slot += 1;
        return ledger.feedOf("a").leaves === 1;
      }, "the large account is left");
      for (let count = 0; count < 4; count += 1) await ledger.ask("getAccountInfo", "a", base64);
      expect(ledger.feeds.filter(({ question }) => question.address.includes("a"))).to.have.length(1);
    });
  });

  describe("are answered from memory", () => {
    it("in every form that follows from their bytes, with the slot at which they are known", async () => {
      await build();
      const slot = await ledger.follow("a");
      const at = (value: string) => `{"context":{"apiVersion":"3.1.10","slot":${slot}},"value":${value}}`;
      const before = ledger.reads("getAccountInfo");
      expect(await ledger.ask("getAccountInfo", "a", base64)).to.equal(at(accountText(7)));
      expect(await ledger.ask("getBalance", "a")).to.equal(at("7"));
      const sliced = { ...base64, dataSlice: { offset: 1, length: 9 } };
      expect(await ledger.ask("getAccountInfo", "a", sliced)).to.equal(at(accountText(7, "AgM=")));
      const base58 = accountText(7).replace('["AQID","base64"]', '["Ldp","base58"]');
      expect(await ledger.ask("getAccountInfo", "a", { encoding: "base58" })).to.equal(at(base58));
      expect(await ledger.ask("getMultipleAccounts", "aa")).to.equal(
        at(`[${accountText(7)},${accountText(7)}]`),
      );
      expect(ledger.reads("getAccountInfo")).to.equal(before);
    });

    it("as the last notification showed them, in the upstream's own order", async () => {
      await build();
      await ledger.follow("a");
      ledger.feedOf("a").notify(1100, notifiedText(9, "BAUG"));
      expect(await ledger.ask("getAccountInfo", "a", base64)).to.equal(
        `{"context":{"apiVersion":"3.1.10","slot":1100},"value":${accountText(9, "BAUG")}}`,
      );
    });

    it("as null once a notification showed them without lamports", async () => {
      await build();
      await ledger.follow("a");
      ledger.feedOf("a").notify(1100, notifiedText(0, ""));
      expect(await ledger.ask("getAccountInfo", "a", base64)).to.contain('"slot":1100},"value":null}');
      expect(await ledger.ask("getBalance", "a")).to.contain('"value":0}');
      expect(await ledger.ask("getMultipleAccounts", "a")).to.contain('"value":[null]}');
    });

    it("as null once a notification with spaces showed them without lamports", async () => {
      await build();
      await ledger.follow("a");
      ledger.feedOf("a").notify(1100, notifiedText(0, "").replaceAll(/[:,]/g, "$& "));
      expect(await ledger.ask("getAccountInfo", "a", base64)).to.contain('"slot":1100},"value":null}');
      expect(await ledger.ask("getBalance", "a")).to.contain('"value":0}');
      expect(await ledger.ask("getMultipleAccounts", "a")).to.contain('"value":[null]}');
    });

    it("but not as a notification of an older slot showed them", async () => {
      await build();
      await ledger.follow("a");
      ledger.feedOf("a").notify(ledger.slot - 20, notifiedText(6));
      expect(await ledger.ask("getBalance", "a")).to.contain('"value":7}');
    });

    it("but not as a notification far ahead of the ledger showed them", async () => {
      await build();
      await ledger.follow("a");
      ledger.feedOf("a").notify(9e15, notifiedText(6));
      expect(await ledger.ask("getBalance", "a")).to.contain('"value":7}');
    });

    it("only after they were read again if a notification has another shape", async () => {
      await build();
      await ledger.follow("a");
      ledger.texts.set(addressOf("a"), accountText(9));
      ledger.feedOf("a").notify(ledger.slot, '{"lamports":9,"unknown":1}');
      expect(await isLive("getAccountInfo", "a")).to.equal(false);
      await ledger.follow("a");
      expect(await ledger.ask("getBalance", "a")).to.contain('"value":9}');
    });

    it("in a list if all are known to be true at one slot", async () => {
      await build();
      await ledger.follow("ab");
      await becomesLive("getMultipleAccounts", "ab");
      ledger.feedOf("b").notify(ledger.slot + 1, notifiedText(9));
      expect(await isLive("getAccountInfo", "b")).to.equal(true);
      ledger.slot += 1;
      ledger.texts.set(addressOf("b"), accountText(9));
      const answer = await ledger.ask("getMultipleAccounts", "ab", base64);
      expect(answer).to.contain(`"slot":${ledger.slot}},"value":[${accountText(7)},${accountText(9)}]}`);
    });

    it("but not below a slot that the caller asks for, or for a caller who wants the upstream's answer", async () => {
      await build();
      const slot = await ledger.follow("a");
      const atLeast = (minContextSlot: number) => isLive("getBalance", "a", { minContextSlot });
      expect([await atLeast(slot), await atLeast(slot + 1000)]).to.deep.equal([true, false]);
      const params = JSON.stringify([addressOf("a"), { ...base64, commitment: "confirmed" }]);
      const before = ledger.reads("getAccountInfo");
      await ledger.bench.ask("getAccountInfo", params, { isFresh: true });
      expect(ledger.reads("getAccountInfo")).to.equal(before + 1);
    });

    it("but not in base58 if they have more than 128 bytes", async () => {
      await build();
      ledger.texts.set(addressOf("a"), accountText(7, Buffer.alloc(129).toString("base64")));
      await ledger.follow("a");
      expect(await isLive("getAccountInfo", "a", { encoding: "base58" })).to.equal(false);
      const slice = { encoding: "base58", dataSlice: { offset: 1, length: 128 } };
      expect(await isLive("getAccountInfo", "a", slice)).to.equal(true);
    });

    it("as parsed from a separate subscription, token balances included", async () => {
      await build();
      const amount =
        '{"amount":"18446744073709551615","decimals":6,"uiAmount":18446744073709.55,"uiAmountString":"18446744073709.551615"}';
      const parsed = accountText(7).replace(
        '["AQID","base64"]',
        `{"parsed":{"info":{"mint":"x","tokenAmount":${amount}},"type":"account"},"program":"spl-token","space":165}`,
      );
      ledger.texts.set(addressOf("a"), parsed);
      await ledger.follow("a", { encoding: "jsonParsed" });
      expect(ledger.feedOf("a").question.encoding).to.equal("jsonParsed");
      expect(await isLive("getTokenAccountBalance", "a", {})).to.equal(true);
      expect(await ledger.ask("getTokenAccountBalance", "a")).to.contain(`"value":${amount}}`);
      ledger.texts.set(addressOf("b"), accountText(8));
      await ledger.follow("b", { encoding: "jsonParsed" });
      expect(await isLive("getTokenAccountBalance", "b", {}), "no token account").to.equal(false);
    });
  });

  describe("go upstream", () => {
    it("while no upstream pushes them, and while its slots do not move", async () => {
      await build();
      await ledger.follow("a");
      for (const what of ["isPushed", "moves"] as const) {
        ledger.feedOf("a")[what] = false;
        expect(await isLive("getAccountInfo", "a"), what).to.equal(false);
        ledger.feedOf("a")[what] = true;
        expect(await isLive("getAccountInfo", "a"), what).to.equal(true);
      }
    });

    it("from an interruption until they were read at a slot after it", async () => {
      await build();
      await ledger.follow("a");
      ledger.feedOf("a").interruptions += 1;
      expect(await isLive("getAccountInfo", "a")).to.equal(false);
      ledger.texts.set(addressOf("a"), accountText(9));
      await ledger.follow("a");
      expect(await ledger.ask("getBalance", "a")).to.contain('"value":9}');
    });

    it("while the upstream's answers are of slots before the subscription began", async () => {
      await build();
      ledger.socketSlot = 1050;
      for (let count = 0; count < 3; count += 1) await ledger.ask("getAccountInfo", "a", base64);
      await until(() => {
        ledger.socketSlot = (ledger.socketSlot ?? 0) + 1;
        return ledger.reads("getMultipleAccounts") > 1;
      }, "it is read twice");
      expect(await isLive("getAccountInfo", "a")).to.equal(false);
      ledger.slot = ledger.socketSlot;
      ledger.socketSlot = undefined;
      await ledger.follow("a");
    });

    it("if another ledger is behind the network", async () => {
      await build();
      await ledger.follow("a");
      const rpcUrls = [{ url: `${ledger.upstream.url}other`, weight: 1, trusted: true }];
      const params = JSON.stringify([addressOf("a"), { ...base64, commitment: "confirmed" }]);
      await ledger.bench.ask("getAccountInfo", params, { network: { ...ledger.bench.network, rpcUrls } });
      expect(ledger.feeds[0]?.leaves).to.equal(1);
    });
  });

  describe("are read again", () => {
    it("after live.verify_ms, together, and name the newest slot at which they were true", async () => {
      await build();
      await ledger.follow("ab");
      const before = ledger.reads("getMultipleAccounts");
      ledger.slot += 5;
      await until(() => ledger.reads("getMultipleAccounts") > before, "they are verified");
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(ledger.reads("getMultipleAccounts")).to.equal(before + 1);
      expect(await ledger.ask("getBalance", "a")).to.contain(`"slot":${ledger.slot}}`);
      expect(await isLive("getBalance", "a", {})).to.equal(true);
    });

    it("and corrected at once if a notification was missed, which lowers its upstream's score", async () => {
      await build();
      await ledger.follow("a");
      ledger.slot += 1;
      ledger.texts.set(addressOf("a"), accountText(9));
      await until(() => ledger.notices.includes("corrected"), "the change is found");
      expect(await ledger.ask("getBalance", "a")).to.contain(`"slot":${ledger.slot}},"value":9}`);
      await until(() => ledger.notices.includes("missed by 127.0.0.1"), "its upstream is held to it");
      expect(ledger.notices).to.deep.equal(["corrected", "missed by 127.0.0.1"]);
      expect(ledger.feedOf("a").missed).to.equal(1);
    });

    it("without a penalty for an upstream whose notification was only late", async () => {
      await build();
      await ledger.follow("a");
      ledger.slot += 1;
      ledger.texts.set(addressOf("a"), accountText(9));
      await until(() => ledger.notices.includes("corrected"), "the change is found");
      ledger.feedOf("a").notify(ledger.slot, notifiedText(9));
      const before = ledger.reads("getMultipleAccounts");
      await until(() => ledger.reads("getMultipleAccounts") > before + 1, "it is verified twice");
      expect(ledger.notices).to.deep.equal(["corrected"]);
    });

    it("and one that can't be read is dropped while the others stay", async () => {
      await build();
      await ledger.follow("ab");
      const { script } = ledger.upstream;
      ledger.upstream.script = (asked, response, socket) => {
        const isBad = asked.method === "getMultipleAccounts" && asked.body.includes(addressOf("b"));
        return isBad ? '"none"' : script(asked, response, socket);
      };
      await until(() => ledger.feedOf("b").leaves === 1, "the one that can't be read is left");
      expect(await isLive("getAccountInfo", "a")).to.equal(true);
    });

    it("and count as unknown if that failed for long", async () => {
      await build({ verifyMs: 100 });
      await ledger.follow("a");
      const { script } = ledger.upstream;
      ledger.upstream.script = (asked, response, socket) => {
        if (asked.method !== "getMultipleAccounts") return script(asked, response, socket);
        socket.destroy();
        return undefined;
      };
      const end = performance.now() + 2000;
      // If failed reads have already opened the breaker, the call that is not answered from memory fails.
      while (await isLive("getBalance", "a", {}).catch(() => false)) {
        if (performance.now() > end) throw new Error("it is answered for ever");
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(ledger.notices).not.to.include("corrected");
    });
  });

  describe("are read along with what clients ask for", () => {
    let heads: NetworkHeads;
    let report: SlotListener | undefined;

    /** Follows the head, then an account. */
    async function follow(verifyMs: number): Promise<void> {
      heads = new NetworkHeads(1_000_000);
      report = undefined;
      heads.followWith((_, onSlot) => {
        report = onSlot;
        return Promise.resolve(() => undefined);
      });
      await build({ heads, verifyMs });
      await until(() => {
        void ledger.ask("getBalance", "c", { commitment: "finalized" });
        return report !== undefined;
      }, "the head is followed");
      moveOn();
      await ledger.follow("b");
      moveOn();
    }
    afterEach(() => heads.close());

    function moveOn(): void {
      ledger.slot += 1;
      report?.(ledger.slot, ledger.slot - 32);
    }

    /** A read of an account that is not followed carries the followed one, once its last verification is old enough. */
    async function readAnother(letter: string): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await ledger.ask("getAccountInfo", letter, base64);
      expect(ledger.upstream.asked.at(-1)?.body).to.contain(addressOf("b"));
    }

    it("which counts as their verification", async () => {
      await follow(300);
      const before = ledger.reads("getMultipleAccounts");
      for (const letter of "defghj") {
        moveOn();
        await readAnother(letter);
        expect(await ledger.ask("getBalance", "b")).to.contain(`"slot":${ledger.slot}},"value":8}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(ledger.reads("getMultipleAccounts")).to.equal(before + 6);
    });

    it("which may show changes before their notifications, without a penalty for anyone", async () => {
      await follow(300);
      moveOn();
      ledger.texts.set(addressOf("b"), accountText(9));
      await readAnother("d");
      expect(await isLive("getBalance", "b", {})).to.equal(true);
      expect(await ledger.ask("getBalance", "b")).to.contain(`"slot":${ledger.slot}},"value":9}`);
      ledger.feedOf("b").notify(ledger.slot, notifiedText(9));
      const before = ledger.reads("getMultipleAccounts");
      await until(() => ledger.reads("getMultipleAccounts") > before + 1, "it is verified twice");
      expect(ledger.notices).to.deep.equal([]);
    });

    it("but changes that are never notified count as missed", async () => {
      await follow(300);
      moveOn();
      ledger.texts.set(addressOf("b"), accountText(9));
      await readAnother("d");
      expect(ledger.notices).to.deep.equal([]);
      await until(() => ledger.notices.length === 2, "the upstream is held to it");
      expect(ledger.notices).to.deep.equal(["corrected", "missed by 127.0.0.1"]);
    });
  });
});
