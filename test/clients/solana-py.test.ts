import { describeWith } from "../needed-programs.ts";
import { installTimeoutMs, type PythonEnvironment, pythonWith } from "../python-environment.ts";
import { type ClientCase, clientSuite } from "./client-suite.ts";
import { PythonFault, SolanaPy } from "./solana-py.ts";

type Case = ClientCase<SolanaPy>;

/** A case of the Python program of this name. */
function pythonCase(name: string, rules: Omit<Case, "name" | "run"> = {}): Case {
  return { name, run: (client, ledger) => client.run(name, ledger), ...rules };
}

const moves = { moves: true } as const;

const reads: readonly Case[] = [
  ...`get_account_info
    get_account_info, a slice
    get_account_info, compressed
    get_account_info of nobody
    get_account_info_json_parsed
    get_balance
    get_multiple_accounts
    get_multiple_accounts_json_parsed
    get_program_accounts
    get_program_accounts_json_parsed
    get_minimum_balance_for_rent_exemption
    get_token_account_balance
    get_token_accounts_by_owner
    get_token_accounts_by_owner_json_parsed
    get_token_accounts_by_delegate
    get_token_accounts_by_delegate_json_parsed
    get_token_largest_accounts
    get_token_supply
    get_slot_leader
    get_slot_leaders
    get_block_time
    get_block_commitment
    get_block
    get_blocks
    get_first_available_block
    get_minimum_ledger_slot
    get_transaction
    get_transaction, parsed
    get_transaction, bytes
    get_transaction of an unknown signature
    get_fee_for_message
    get_epoch_schedule
    get_leader_schedule
    get_inflation_governor
    get_inflation_rate
    get_supply
    get_cluster_nodes
    get_vote_accounts
    get_genesis_hash
    get_identity
    get_version
    is_connected`
    .split("\n")
    .map((name) => pythonCase(name.trim())),
  // The client writes the filter bare and behind a null, `[null, "circulating"]`, which nodes refuse.
  pythonCase("get_largest_accounts", { refused: /"RPCException"/ }),
  ...`get_slot
    get_block_height
    get_transaction_count
    get_signatures_for_address
    get_signature_statuses
    get_latest_blockhash
    get_epoch_info
    get_inflation_reward
    get_recent_performance_samples`
    .split("\n")
    .map((name) => pythonCase(name.trim(), moves)),
];

const flows: readonly Case[] = [
  pythonCase("request_airdrop and confirm_transaction"),
  pythonCase("send_transaction"),
  pythonCase("send_raw_transaction, confirmed by the client"),
  pythonCase("simulate_transaction of what fails"),
  pythonCase("send_transaction that fails in preflight", { refused: /insufficient lamports/ }),
];

const subscriptions: readonly Case[] = [
  "account_subscribe",
  "program_subscribe",
  "logs_subscribe",
  "slot_subscribe",
].map((name) => pythonCase(name, moves));

/** Name and words of a fault. */
function describeFault(caught: unknown): unknown {
  if (!(caught instanceof PythonFault)) throw caught;
  return { name: caught.name, message: caught.message };
}

describeWith("python3", "solana-py", () => {
  let python: PythonEnvironment;
  before(async function () {
    this.timeout(installTimeoutMs);
    python = await pythonWith("solana==0.36.12", "solders==0.27.1");
  });

  clientSuite(
    "of version 0.36",
    { reads, flows, subscriptions },
    (side) => new SolanaPy(python, side),
    describeFault,
    (client) => client.close(),
  );
});
