import { expect } from "chai";
import { type CancelListener, Cancellation } from "../../src/call/cancellation.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";

class Listener implements CancelListener {
  readonly heard: (RpcError | undefined)[] = [];

  onCancel(reason: RpcError | undefined): void {
    this.heard.push(reason);
  }
}

describe("a cancellation", () => {
  const reason = RpcError.of("shuttingDown", "The gateway stops.");

  it("calls every listener once, with its reason", () => {
    const cancellation = new Cancellation();
    const listeners = [new Listener(), new Listener()];
    for (const listener of listeners) cancellation.add(listener);
    cancellation.cancel(reason);
    cancellation.cancel();
    expect(listeners.map(({ heard }) => heard)).to.deep.equal([[reason], [reason]]);
    expect(cancellation.cancelled).to.equal(true);
    const late = new Listener();
    cancellation.add(late);
    expect(late.heard).to.deep.equal([reason]);
  });

  it("calls a listener at once if it is added after the end, and never once it was removed", () => {
    const cancellation = new Cancellation();
    const [left, late] = [new Listener(), new Listener()];
    cancellation.add(left);
    cancellation.remove(left);
    cancellation.remove(late);
    cancellation.cancel();
    cancellation.add(late);
    expect([left.heard, late.heard]).to.deep.equal([[], [undefined]]);
  });

  it("calls the others when one removes itself while it is called", () => {
    const cancellation = new Cancellation();
    const last = new Listener();
    const first: CancelListener = { onCancel: () => cancellation.remove(first) };
    cancellation.add(first);
    cancellation.add(last);
    cancellation.cancel();
    expect(last.heard).to.have.length(1);
  });
});
