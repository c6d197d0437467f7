import type { HandlerContext } from "../gateway/handler-context.ts";
import { parseLossless } from "../json/lossless.ts";
import { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { configOf } from "./config-object.ts";
import { type StakeHistoryEntry, stakeActivation } from "./stake-activation.ts";

const stakeProgram = "Stake11111111111111111111111111111111111111";
const stakeHistorySysvar = "SysvarStakeHistory1111111111111111111111111";
const clockSysvar = "SysvarC1ock11111111111111111111111111111111";

/** Epochs that the network's stake history holds. */
const historyLength = 512n;

interface ParsedAccount<Info> {
  readonly lamports: number | bigint;
  readonly owner: string;
  readonly data: { readonly parsed: { readonly type: string; readonly info: Info } } | unknown[];
}

interface StakeInfo {
  readonly meta: { readonly rentExemptReserve: string };
  readonly stake: {
    readonly delegation: {
      readonly stake: string;
      readonly activationEpoch: string;
      readonly deactivationEpoch: string;
    };
  } | null;
}

type HistoryItem = {
  readonly epoch: number;
  readonly stakeHistory: Record<keyof StakeHistoryEntry, number | bigint>;
};

/**
 * getStakeActivation, which nodes no longer serve: read the stake account, the stake history and the clock in one
 * call, so that all three come from one bank, and compute what the ledger's runtime would.
 */
export async function getStakeActivation(context: HandlerContext): Promise<RawJson<never>> {
  const { params } = context;
  const pubkey = params.required("pubkey");
  const config = configOf(context, ["minContextSlot"], { encoding: '"jsonParsed"' });
  const answer = await context.ask<unknown>(
    "getMultipleAccounts",
    `[[${pubkey},"${stakeHistorySysvar}","${clockSysvar}"],${config}]`,
  );
  const { value } = parseLossless(answer.toString()) as unknown as {
    value: readonly (ParsedAccount<unknown> | null)[];
  };
  const [account, history, clock] = value;
  const { info, type, lamports } = stakeAccount(account);
  const current = BigInt((infoOf(clock) as { epoch: number }).epoch);
  const epoch = targetEpoch(params.raw("epoch"), current);
  const reserve = BigInt(info.meta.rentExemptReserve);
  if (type === "initialized" || info.stake === null) return written("inactive", 0n, lamports - reserve);
  const { stake, activationEpoch, deactivationEpoch } = info.stake.delegation;
  const entries = new Map(
    (infoOf(history) as readonly HistoryItem[]).map((item) => [BigInt(item.epoch), item.stakeHistory]),
  );
  const { state, effective } = stakeActivation(
    {
      stake: BigInt(stake),
      activationEpoch: BigInt(activationEpoch),
      deactivationEpoch: BigInt(deactivationEpoch),
    },
    epoch,
    (at) => {
      const entry = entries.get(at);
      return entry === undefined
        ? undefined
        : {
            effective: Number(entry.effective),
            activating: Number(entry.activating),
            deactivating: Number(entry.deactivating),
          };
    },
  );
  return written(state, effective, lamports - effective - reserve);
}

function stakeAccount(account: ParsedAccount<unknown> | null | undefined): {
  readonly info: StakeInfo;
  readonly type: string;
  readonly lamports: bigint;
} {
  if (account === null || account === undefined) throw invalid("account not found");
  if (account.owner !== stakeProgram || Array.isArray(account.data)) throw invalid("not a stake account");
  const { type, info } = account.data.parsed;
  if (type !== "initialized" && type !== "delegated") throw invalid("stake account not initialized");
  return { info: info as StakeInfo, type, lamports: BigInt(account.lamports) };
}

function infoOf(account: ParsedAccount<unknown> | null | undefined): unknown {
  if (account === null || account === undefined || Array.isArray(account.data)) {
    throw RpcError.of(
      "upstreamInvalid",
      "The upstream gave no parsed sysvar account: try another upstream or network.",
    );
  }
  return account.data.parsed.info;
}

function targetEpoch(raw: string | undefined, current: bigint): bigint {
  if (raw === undefined) return current;
  const epoch = BigInt(raw);
  if (epoch > current) throw invalid(`epoch ${epoch} has not yet started`);
  if (current - epoch > historyLength) throw invalid(`epoch ${epoch} is too far in the past`);
  return epoch;
}

function written(state: string, active: bigint, inactive: bigint): RawJson<never> {
  return RawJson.fromText(
    `{"state":"${state}","active":${active},"inactive":${inactive > 0n ? inactive : 0n}}`,
  );
}

function invalid(what: string): RpcError {
  return RpcError.of("invalidParams", `Invalid param: ${what}`);
}
