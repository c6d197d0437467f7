import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { Cancellation } from "../../src/call/cancellation.ts";
import {
  AgreementRules,
  agreementFaults,
  agreementOn,
  countAskedUpstreams,
} from "../../src/gateway/agreement-rules.ts";
import { networkOf } from "../upstream/harness.ts";
import { createTestGateway } from "./harness.ts";

const three = networkOf(["http://127.0.0.1:1/", "http://127.0.0.1:2/", "http://127.0.0.1:3/"]);
const one = networkOf(["http://127.0.0.1:1/"]);

describe("the rules of agreement", () => {
  const rules = new AgreementRules([{ methods: ["getToken*", "sendTransaction"], ask: 4, agree: 3 }]);

  it("apply to methods that only read", () => {
    expect(rules.agreementFor(methods.getTokenSupply, undefined)).to.deep.equal({ asked: 4, agree: 3 });
    expect(rules.agreementFor(methods.sendTransaction, undefined)).to.equal(undefined);
    expect(rules.agreementFor(methods.getBalance, undefined)).to.equal(undefined);
    expect(rules.agreementFor(undefined, undefined)).to.equal(undefined);
  });

  it("let a caller ask for more, but not for less", () => {
    expect(rules.agreementFor(methods.getBalance, 2)).to.deep.equal({ asked: 3, agree: 2 });
    expect(rules.agreementFor(methods.getTokenSupply, 2)).to.deep.equal({ asked: 4, agree: 3 });
    expect(rules.agreementFor(methods.getTokenSupply, 5)).to.deep.equal({ asked: 6, agree: 5 });
    expect(rules.agreementFor(methods.getBalance, 16)).to.deep.equal({ asked: 16, agree: 16 });
  });

  it("refuse a request for agreement on a call that is not a read", () => {
    for (const method of [methods.sendTransaction, methods.simulateTransaction, undefined])
      expect(() => rules.agreementFor(method, 2)).to.throw("x-agree: 2 is for methods");
  });

  it("exempt a network with too few upstreams", () => {
    expect(agreementOn(three, { asked: 4, agree: 3 }, undefined)).to.deep.equal({ asked: 4, agree: 3 });
    expect(agreementOn(one, { asked: 3, agree: 2 }, undefined)).to.equal(undefined);
  });

  it("refuse a request for more upstreams than there are", () => {
    expect(() => agreementOn(one, { asked: 3, agree: 2 }, 2)).to.throw("network test has 1: leave it out");
    expect(() => agreementOn(three, { asked: 6, agree: 5 }, 4)).to.throw(
      "x-agree: 4 needs 4 upstreams, and network test has 3: ask for at most 3,",
    );
  });

  it("leave a request that a network can meet as it is, if the network has too few upstreams for the rule", () => {
    const strict = new AgreementRules([{ methods: ["getBalance"], ask: 6, agree: 5 }]);
    const agreement = strict.agreementFor(methods.getBalance, 2);
    expect(agreement).to.deep.equal({ asked: 6, agree: 5 });
    expect(agreementOn(three, agreement, 2)).to.deep.equal({ asked: 6, agree: 2 });
  });

  it("cost a point for each upstream that is called", () => {
    expect(countAskedUpstreams([three, one], undefined)).to.equal(2);
    expect(countAskedUpstreams([three, one], { asked: 4, agree: 2 })).to.equal(4);
    expect(countAskedUpstreams([three, one], { asked: 6, agree: 5 })).to.equal(2);
    expect(countAskedUpstreams([three, one], { asked: 6, agree: 5 }, 2)).to.equal(4);
  });

  const faultTexts = (rule: { methods: string[]; ask: number; agree: number }) =>
    agreementFaults([rule]).map(({ at, message }) => `${at} ${message}`);

  it("are refused if more must agree than are asked", () => {
    expect(faultTexts({ methods: ["getBalance"], ask: 2, agree: 3 })).to.deep.equal([
      "agreement[0].agree must be at most ask (2), got 3",
    ]);
  });

  it("are refused if a method is not a read", () => {
    const methodNames = ["getBalance", "sendTransaction", "nothing*"];
    expect(faultTexts({ methods: methodNames, ask: 3, agree: 2 })).to.deep.equal([
      'agreement[0].methods must name methods of openrpc.json that only read, got "sendTransaction"',
      'agreement[0].methods must name methods of openrpc.json that only read, got "nothing*"',
    ]);
  });

  for (const dialect of ["gateway", "ledger"] as const) {
    it(`refuse more upstreams than the network has, in the ${dialect} dialect`, async () => {
      const test = await createTestGateway(() => "1");
      const call = test.gateway.call({
        dialect,
        method: "getSlot",
        params: undefined,
        network: undefined,
        caller: {
          transport: "http",
          address: undefined,
          isLoopback: true,
          isCrossOrigin: false,
          isForeignOrigin: false,
        },
        cancellation: new Cancellation(),
        notes: {},
        preferences: { agree: 5 },
      });
      const caught: unknown = await call.then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(caught).to.include({ code: -32602 });
      expect(test.sent).to.deep.equal([]);
    });
  }
});
