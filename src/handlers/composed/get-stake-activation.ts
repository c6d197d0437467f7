import type { GetStakeActivationResult } from "../../../generated/types.ts";
import type { HandlerContext } from "../../gateway/handler-context.ts";
import { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { configOf } from "./config-object.ts";
import { askAndRead, type ReadAnswer } from "./read-answer.ts";
import {
  type Delegation,
  type StakeHistoryEntry,
  type StakeState,
  stakeActivation,
} from "./stake-activation.ts";

const stakeProgram = "Stake11111111111111111111111111111111111111";
const stakeHistorySysvar = "SysvarStakeHistory1111111111111111111111111";
const clockSysvar = "SysvarC1ock11111111111111111111111111111111";

/** Path of an account's data in jsonParsed. */
const parsed = ["data", "parsed"];

/** Epochs that the network's stake history holds. */
const historyLength = 512n;

/**
 * getStakeActivation, which nodes no longer serve: read the stake account, the stake history and the clock in one
 * call, so that all three come from one bank, and compute what the ledger's runtime would.
 */
export async function getStakeActivation(
  context: HandlerContext,
): Promise<RawJson<GetStakeActivationResult>> {
  const { params } = context;
  const pubkey = params.required("pubkey");
  const config = configOf(context, ["minContextSlot"], { encoding: '"jsonParsed"' });
  const answer = await askAndRead(
    context,
    "getMultipleAccounts",
    `[[${pubkey},"${stakeHistorySysvar}","${clockSysvar}"],${config}]`,
  );
  const accounts = answer.at("value");
  const account = accounts.at("0");
  const stakeAccount = parsedStake(account);
  const lamports = account.at("lamports").integer();
  const current = accounts.at("2", ...parsed, "info", "epoch").integer();
  const epoch = targetEpoch(params.raw("epoch"), current);
  const reserve = stakeAccount.at("info", "meta", "rentExemptReserve").integer();
  const stake = stakeAccount.at("info", "stake");
  if (stakeAccount.at("type").text() === "initialized" || stake.isNull)
    return written("inactive", 0n, lamports - reserve);
  const history = historyOf(accounts.at("1", ...parsed, "info"));
  const { state, effective } = stakeActivation(delegationOf(stake.at("delegation")), epoch, (at) =>
    history.get(at),
  );
  return written(state, effective, lamports - effective - reserve);
}

/** The parsed data of a stake account that has a state. */
function parsedStake(account: ReadAnswer): ReadAnswer {
  if (account.isNull) throw invalid("account not found");
  if (account.at("owner").text() !== stakeProgram || account.at("data").isList)
    throw invalid("not a stake account");
  const data = account.at(...parsed);
  const type = data.at("type").text();
  if (type !== "initialized" && type !== "delegated") throw invalid("stake account not initialized");
  return data;
}

function delegationOf(delegation: ReadAnswer): Delegation {
  return {
    stake: delegation.at("stake").integer(),
    activationEpoch: delegation.at("activationEpoch").integer(),
    deactivationEpoch: delegation.at("deactivationEpoch").integer(),
  };
}

function historyOf(items: ReadAnswer): ReadonlyMap<bigint, StakeHistoryEntry> {
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
  if (epoch > current) throw invalid(`epoch ${epoch} has not yet started`);
  if (current - epoch > historyLength) throw invalid(`epoch ${epoch} is too far in the past`);
  return epoch;
}

function written(state: StakeState, active: bigint, inactive: bigint): RawJson<GetStakeActivationResult> {
  return RawJson.write<GetStakeActivationResult>({ state, active, inactive: inactive > 0n ? inactive : 0n });
}

function invalid(what: string): RpcError {
  return RpcError.of("invalidParams", `Invalid param: ${what}`);
}
