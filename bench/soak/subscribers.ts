import { WebSocket } from "ws";
import { checkAnswer } from "../traffic/check-answer.ts";
import type { MixedRequest } from "../traffic/request-mix.ts";
import type { Scene, Seen } from "./scene.ts";

/** Accounts that a socket follows. */
const accountsOfSocket = 3;

/** Keeps clients with subscriptions connected; each goes away within a minute, and another one comes. */
export async function keepSubscribers(
  { wsUrl, ledger, source, random }: Scene,
  count: number,
  endsAt: number,
  seen: Seen,
): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (performance.now() < endsAt) await subscribe();
    }),
  );

  function subscribe(): Promise<void> {
    const socket = new WebSocket(`${wsUrl}/networks/bench`);
    const followed = new Map<number, MixedRequest>();
    const asked = new Map<number, MixedRequest>();
    seen.sockets += 1;
    let isOver = false;
    const end = setTimeout(
      () => {
        isOver = true;
        socket.close();
      },
      Math.min(5000 + random() * 50_000, Math.max(endsAt - performance.now(), 0)),
    );
    socket.on("open", () => {
      const send = (id: number, method: string, ...params: unknown[]) =>
        socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      send(0, "slotSubscribe");
      // Never lands: the socket's end is what removes it.
      send(1, "signatureSubscribe", source.strangersSignature(), { commitment: "confirmed" });
      for (let id = 2; id < 2 + accountsOfSocket; id += 1) {
        const params = [source.account(), { encoding: "base64", commitment: "confirmed" }];
        asked.set(id, { method: "getAccountInfo", params, commitment: "confirmed" });
        send(id, "accountSubscribe", ...params);
      }
    });
    socket.on("message", (data) => {
      const text = String(data);
      const { id, result, params } = JSON.parse(text) as {
        id?: number;
        result?: number;
        params?: { subscription: number };
      };
      const request = id === undefined ? undefined : asked.get(id);
      if (request !== undefined && result !== undefined) followed.set(result, request);
      if (params === undefined) return;
      seen.notifications += 1;
      const about = followed.get(params.subscription);
      if (about !== undefined && checkAnswer(ledger, about, text).isWrong)
        seen.wrong.push(`a notification: ${text}`);
    });
    return new Promise((resolve) => {
      socket.on("error", () => socket.terminate());
      socket.on("close", () => {
        clearTimeout(end);
        if (!isOver) seen.closedSockets += 1;
        // One that is turned away comes back after a while.
        setTimeout(resolve, isOver ? 0 : 500);
      });
    });
  }
}
