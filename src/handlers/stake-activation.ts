import type { GetStakeActivationResult } from "../../generated/types.ts";
import type { CallContext } from "../gateway/call-context.ts";
import { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { askAndParse, type ResultValue, writeCallConfig } from "./result-value.ts";

/** The whole network's stake in one epoch, in lamports: active, warming up and cooling down. */
interface StakeHistoryEntry {
  readonly effective: number;
  readonly activating: number;
  readonly deactivating: number;
}

/** A delegated stake: its lamports, and the epochs at which it was activated and deactivated. */
interface Delegation {
  readonly stake: bigint;
  readonly activationEpoch: bigint;
  readonly deactivationEpoch: bigint;
}

type StakeState = "active" | "inactive" | "activating" | "deactivating";

/** The network's stake history by epoch. Lacks epochs that are too old or have not ended. */
type StakeHistory = ReadonlyMap<bigint, StakeHistoryEntry>;

/** The share of the network's effective stake that may move in one epoch. */
const warmupCooldownRate = 0.09;

/** Activation epoch of stakes in the genesis block, which never had to warm up. */
const bootstrapEpoch = 2n ** 64n - 1n;

const stakeProgram = "Stake11111111111111111111111111111111111111";
const stakeHistorySysvar = "SysvarStakeHistory1111111111111111111111111";
const clockSysvar = "SysvarC1ock11111111111111111111111111111111";

/** Path of an account's data in jsonParsed encoding. */
const parsed = ["data", "parsed"];

/** Number of epochs that the network's stake history holds. */
const historyLength = 512n;

/**
 * getStakeActivation, which nodes no longer serve. Reads the stake account, the stake history and the clock in one call, so that all
 * three come from the same bank, and computes what the ledger's runtime would.
 */
export async function getStakeActivation(context: CallContext) {
  const { params } = context;
  const pubkey = params.requiredRaw("pubkey");
  const config = writeCallConfig(context, ["minContextSlot"], { encoding: '"jsonParsed"' });
  const result = await askAndParse(
    context,
    "getMultipleAccounts",
    `[[${pubkey},"${stakeHistorySysvar}","${clockSysvar}"],${config}]`,
  );
  const accounts = result.at("value");
  const account = accounts.at("0");
  const stakeAccount = parsedStake(account);
  const lamports = account.at("lamports").integer();
  const current = accounts.at("2", ...parsed, "info", "epoch").integer();
  const epoch = targetEpoch(params.raw("epoch"), current);
  const reserve = stakeAccount.at("info", "meta", "rentExemptReserve").integer();
  const stake = stakeAccount.at("info", "stake");
  if (stakeAccount.at("type").text() === "initialized" || stake.isNull)
    return writeActivation("inactive", 0n, lamports - reserve);
  const history = readHistory(accounts.at("1", ...parsed, "info"));
  const { state, effective } = stakeActivation(readDelegation(stake.at("delegation")), epoch, history);
  return writeActivation(state, effective, lamports - effective - reserve);
}

/** The parsed data of a stake account. Throws if the account is missing, is another kind of account or is not initialized. */
function parsedStake(account: ResultValue): ResultValue {
  if (account.isNull) throw stakeError("account not found");
  if (account.at("owner").text() !== stakeProgram || account.at("data").isList)
    throw stakeError("not a stake account");
  const data = account.at(...parsed);
  const type = data.at("type").text();
  if (type !== "initialized" && type !== "delegated") throw stakeError("stake account not initialized");
  return data;
}

function readDelegation(delegation: ResultValue): Delegation {
  return {
    stake: delegation.at("stake").integer(),
    activationEpoch: delegation.at("activationEpoch").integer(),
    deactivationEpoch: delegation.at("deactivationEpoch").integer(),
  };
}

function readHistory(items: ResultValue): StakeHistory {
  return new Map(
    items.list().map((item) => {
      const entry = item.at("stakeHistory");
      return [
        item.at("epoch").integer(),
        {
          effective: Number(entry.at("effective").integer()),
          activating: Number(entry.at("activating").integer()),
          deactivating: Number(entry.at("deactivating").integer()),
        },
      ];
    }),
  );
}

function targetEpoch(raw: string | undefined, current: bigint): bigint {
  if (raw === undefined) return current;
  const epoch = BigInt(raw);
  if (epoch > current) throw stakeError(`epoch ${epoch} has not yet started`);
  if (current - epoch > historyLength) throw stakeError(`epoch ${epoch} is too far in the past`);
  return epoch;
}

function writeActivation(
  state: StakeState,
  active: bigint,
  inactive: bigint,
): RawJson<GetStakeActivationResult> {
  return RawJson.write<GetStakeActivationResult>({ state, active, inactive: inactive > 0n ? inactive : 0n });
}

/** Worded like the nodes that served the method, without a full stop. */
function stakeError(what: string): RpcError {
  return RpcError.of("invalidParams", `Invalid param: ${what}`);
}

/**
 * Computes how much of a delegation is active at an epoch. It uses doubles and truncates each step, as the ledger's runtime does, so
 * that the results agree to the lamport.
 */
function stakeActivation(delegation: Delegation, epoch: bigint, history: StakeHistory) {
  const warm = afterWarmup(delegation, epoch, history);
  const { effective, activating, deactivating } = afterCooldown(delegation, epoch, history, warm);
  const state: StakeState =
    deactivating > 0n
      ? "deactivating"
      : activating > 0n
        ? "activating"
        : effective > 0n
          ? "active"
          : "inactive";
  return { state, effective };
}

interface WarmingStake {
  readonly effective: bigint;
  readonly activating: bigint;
}

function afterWarmup(
  { stake, activationEpoch, deactivationEpoch }: Delegation,
  epoch: bigint,
  history: StakeHistory,
): WarmingStake {
  if (activationEpoch === bootstrapEpoch) return { effective: stake, activating: 0n };
  if (activationEpoch === deactivationEpoch) return { effective: 0n, activating: 0n };
  if (epoch === activationEpoch) return { effective: 0n, activating: stake };
  if (epoch < activationEpoch) return { effective: 0n, activating: 0n };
  let entry = history.get(activationEpoch);
  if (entry === undefined) return { effective: stake, activating: 0n };
  let effective = 0n;
  for (let at = activationEpoch + 1n; entry !== undefined && entry.activating !== 0; at += 1n) {
    effective += lamportsMoved(stake - effective, entry.activating, entry.effective);
    if (effective >= stake) {
      effective = stake;
      break;
    }
    if (at >= epoch || at >= deactivationEpoch) break;
    entry = history.get(at);
  }
  return { effective, activating: stake - effective };
}

function afterCooldown(
  { deactivationEpoch }: Delegation,
  epoch: bigint,
  history: StakeHistory,
  warm: WarmingStake,
): WarmingStake & { readonly deactivating: bigint } {
  if (epoch < deactivationEpoch) return { ...warm, deactivating: 0n };
  if (epoch === deactivationEpoch) {
    return { effective: warm.effective, activating: 0n, deactivating: warm.effective };
  }
  let entry = history.get(deactivationEpoch);
  if (entry === undefined) return { effective: 0n, activating: 0n, deactivating: 0n };
  let current = warm.effective;
  for (let at = deactivationEpoch + 1n; entry !== undefined && entry.deactivating !== 0; at += 1n) {
    current -= lamportsMoved(current, entry.deactivating, entry.effective);
    if (current <= 0n) {
      current = 0n;
      break;
    }
    if (at >= epoch) break;
    entry = history.get(at);
  }
  return { effective: current, activating: 0n, deactivating: current };
}

/** How much of `remaining` warms up or cools down in one epoch: at least one lamport, so that every stake finishes. */
function lamportsMoved(remaining: bigint, clusterMoving: number, clusterEffective: number): bigint {
  const share = (Number(remaining) / clusterMoving) * clusterEffective * warmupCooldownRate;
  const whole = BigInt(Math.trunc(share));
  return whole > 1n ? whole : 1n;
}
