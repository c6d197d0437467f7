import { WebSocket } from "ws";
import type { ServedGateway } from "../../gateway-process.ts";
import type { BombUpstream, FrameReply, Reply } from "./bomb-upstream.ts";

/** Longer answers are not compared (`x-agree`), so that a shorter bomb is sent there as well. */
const compared = { "x-agree": "2" };
const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";
const context = '{"context":{"slot":1000},"value":';
const account =
  '{"lamports":1,"owner":"11111111111111111111111111111111","executable":false,"rentEpoch":0,"space":4,';

/** A place where bytes of an upstream enter the gateway. */
interface BombPlace {
  readonly name: string;
  /** Sets the trap, makes the calls that lead into it, and waits until they are answered. */
  readonly enter: (bomb: Buffer, upstream: BombUpstream, gateway: ServedGateway) => Promise<void>;
}

function answering(
  name: string,
  reply: (bomb: Buffer) => Reply,
  calls: readonly (readonly [method: string, params?: string])[],
  { path = "/networks/bad", headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): BombPlace {
  return {
    name,
    async enter(bomb, upstream, gateway) {
      let sent = 0;
      const trap = reply(bomb);
      upstream.reply = (method, asked) => {
        const members = trap(method, asked);
        if (members?.some((part) => typeof part !== "string") === true) sent += 1;
        return members;
      };
      await Promise.all(
        calls.map(async ([method, params = "[]"]) => {
          const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
          await (await gateway.post(path, body, headers)).arrayBuffer();
        }),
      );
      if (sent === 0) throw new Error("the upstream was not asked");
    },
  };
}

/** Answers one method with members, and all others as a healthy node does. */
function only(name: string, members: readonly (string | Buffer)[]): Reply {
  return (method) => (method === name ? members : undefined);
}

const accountCall = ["getAccountInfo", `["${address}",{"encoding":"base64"}]`] as const;
const block = ["getBlock", "[5]"] as const;
const tool = (name: string, args: string) =>
  ["tools/call", `{"name":"${name}","arguments":${args}}`] as const;

/** Reads of the same network, each by a call of a client. */
const answers: readonly BombPlace[] = [
  answering("an answer", (bomb) => only("getBlock", ['"result":', bomb]), [block]),
  answering("a whole body", (bomb) => only("getBlock", ['"x":', bomb]), [block]),
  answering("an error", (bomb) => only("getBlock", ['"error":', bomb]), [block]),
  answering("an error's code", (bomb) => only("getBlock", ['"error":{"message":"","code":', bomb, "}"]), [
    block,
  ]),
  answering(
    "an error's message",
    (bomb) => only("getBlock", ['"error":{"code":-32005,"message":', bomb, "}"]),
    [block],
  ),
  answering(
    "an error's data",
    (bomb) => only("getBlock", ['"error":{"code":-32002,"message":"no","data":', bomb, "}"]),
    [block],
  ),
  answering(
    "the error of a missing method",
    (bomb) => only("getBlock", ['"error":{"code":-32601,"message":"no","x":', bomb, "}"]),
    [block],
  ),
  answering("an id", (bomb) => only("getBlock", ['"result":1,"id":', bomb]), [block]),
  answering(
    "an answer that is cut for a tool",
    (bomb) => only("getBlock", ['"result":', bomb]),
    [tool("getBlock", '{"slot":5,"network":"bad"}')],
    { path: "/api/mcp" },
  ),
  answering(
    "an error that is explained to a tool",
    (bomb) => only("getBlock", ['"error":{"code":-32002,"message":"no","data":', bomb, "}"]),
    [tool("getBlock", '{"slot":5,"network":"bad"}')],
    { path: "/api/mcp" },
  ),
  answering("an answer for all networks", (bomb) => only("getBlock", ['"result":', bomb]), [block, block], {
    path: "/networks/all",
  }),
  answering(
    "items that are merged",
    (bomb) => (method) =>
      method === "getMultipleAccounts"
        ? [`"result":${context}[`, bomb, ",", bomb, "]}"]
        : [`"result":${context}`, bomb, "}"],
    [accountCall, ["getAccountInfo", '["11111111111111111111111111111111",{"encoding":"base64"}]']],
  ),
  answering(
    "a list in place of items",
    (bomb) => only("getMultipleAccounts", [`"result":${context}`, bomb, "}"]),
    [["getMultipleAccounts", `[["${address}"]]`], accountCall],
  ),
  answering(
    "statuses that a session learns from",
    (bomb) => only("getSignatureStatuses", [`"result":${context}[`, bomb, "]}"]),
    [["getSignatureStatuses", `[["${"5".repeat(88)}"]]`]],
    { path: "/networks/bad", headers: { "x-session": "bomb" } },
  ),
  answering(
    "answers that must agree",
    (bomb) => only("getEpochSchedule", ['"result":', bomb]),
    [["getEpochSchedule"]],
    { path: "/networks/pair", headers: compared },
  ),
  answering(
    "answers that must agree, short enough to be compared",
    (bomb) => only("getEpochSchedule", ['"result":{"a":', bomb.subarray(0, 1), bomb.subarray(1), "}"]),
    [["getEpochSchedule"]],
    { path: "/networks/pair", headers: compared },
  ),
  answering(
    "errors that must agree",
    (bomb) => only("getEpochSchedule", ['"error":{"code":-32002,"message":"no","data":', bomb, "}"]),
    [["getEpochSchedule"]],
    { path: "/networks/pair", headers: compared },
  ),
  ...["getVersion", "getStakeActivation", "getFees", "getTokenAccounts", "getAccountOwner"].map((method) =>
    answering(
      `what ${method} is composed of`,
      (bomb) => (asked) => (asked in probes ? undefined : ['"result":', bomb]),
      [[method, method === "getVersion" || method === "getFees" ? "[]" : `["${address}"]`]],
    ),
  ),
];

const probes = { getGenesisHash: 1, getHealth: 1, getSlot: 1, getEpochInfo: 1, getBlockHeight: 1 };

/** Answers to what the gateway itself asks. */
const probed = answering("answers to probes", (bomb) => () => ['"result":', bomb], [
  ["getSlot"],
  ["getGenesisHash"],
  ["getEpochInfo"],
]);

/** Subscribes, and waits until the upstream has sent its frames and the gateway has taken them or given up the socket. */
function framing(
  name: string,
  subscribe: string,
  params: string,
  frames: (bomb: Buffer) => FrameReply,
): BombPlace {
  return {
    name,
    async enter(bomb, upstream, gateway) {
      upstream.reply = () => undefined;
      let sent = 0;
      let onTaken: () => void = () => undefined;
      const taken = new Promise<void>((resolve) => {
        onTaken = resolve;
      });
      upstream.frames = (id, method) => {
        if (method !== subscribe) return [];
        sent += 1;
        // A ping is answered after the frames before it were read; a socket that is given up closes.
        for (const socket of upstream.sockets) {
          socket.once("pong", onTaken);
          socket.once("close", onTaken);
          setImmediate(() => socket.readyState === socket.OPEN && socket.ping());
        }
        return sent === 1 ? frames(bomb)(id, method) : [`{"jsonrpc":"2.0","id":${id},"result":${id}}`];
      };
      const [, url = ""] = await gateway.process.printed(/(ws:\/\/\S+?)"?$/m);
      const client = new WebSocket(`${url}/networks/bad`);
      client.on("error", () => client.terminate());
      client.on("open", () =>
        client.send(`{"jsonrpc":"2.0","id":1,"method":"${subscribe}","params":${params}}`),
      );
      await taken;
      client.terminate();
      for (const socket of upstream.sockets) socket.terminate();
    },
  };
}

const confirmed = (id: number) => `{"jsonrpc":"2.0","id":${id},"result":7}`;
const notification = (bomb: Buffer, [start, end]: readonly [string, string] = ["", ""]) =>
  Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","method":"n","params":{"subscription":7,"result":'),
    Buffer.from(start),
    bomb,
    Buffer.from(`${end}}}`),
  ]);
const accountParams = `["${address}",{"encoding":"base64","dataSlice":{"offset":1,"length":1}}]`;

const sockets: readonly BombPlace[] = [
  framing(
    "a frame before the subscription is confirmed",
    "accountSubscribe",
    accountParams,
    (bomb) => (id) => [bomb, confirmed(id)],
  ),
  framing(
    "notifications before the subscription is confirmed",
    "accountSubscribe",
    accountParams,
    (bomb) => (id) => [notification(bomb), notification(bomb), confirmed(id)],
  ),
  framing("an error that refuses a subscription", "accountSubscribe", accountParams, (bomb) => (id) => [
    Buffer.concat([Buffer.from(`{"id":${id},"error":{"code":-32602,"message":`), bomb, Buffer.from("}}")]),
  ]),
  framing("the id of a subscription", "accountSubscribe", accountParams, (bomb) => (id) => [
    Buffer.concat([Buffer.from(`{"id":${id},"result":`), bomb, Buffer.from("}")]),
  ]),
  framing(
    "a frame after the subscription is confirmed",
    "accountSubscribe",
    accountParams,
    (bomb) => (id) => [confirmed(id), bomb],
  ),
  framing("the parameters of a notification", "slotSubscribe", "[]", (bomb) => (id) => [
    confirmed(id),
    Buffer.concat([Buffer.from('{"method":"slotNotification","params":'), bomb, Buffer.from("}")]),
  ]),
  ...(
    [
      ["accountSubscribe", accountParams, [context, "}"]],
      ["accountSubscribe", accountParams, [`${context}${account}"data":`, "}}"]],
      ["programSubscribe", accountParams, [`${context}{"pubkey":"${address}","account":`, "}}"]],
      ["logsSubscribe", '["all"]', [context, "}"]],
      ["signatureSubscribe", `["${"5".repeat(88)}"]`, [`${context}{"err":`, "}}"]],
      ["slotSubscribe", "[]", ["", ""]],
      ["rootSubscribe", "[]", ["", ""]],
      ["blockSubscribe", '["all"]', [`${context}{"slot":1000,"err":null,"block":`, "}}"]],
      ["slotsUpdatesSubscribe", "[]", ["", ""]],
      ["voteSubscribe", "[]", ["", ""]],
    ] as const
  ).map(([method, params, around], index) =>
    framing(`notification ${index + 1} of ${method}`, method, params, (bomb) => (id) => [
      confirmed(id),
      notification(bomb, around),
    ]),
  ),
];

/** Every place where bytes of an upstream enter by a call or a subscription. */
export const bombPlaces: readonly BombPlace[] = [...answers, ...sockets, probed];
