"""What a program that uses solana-py does. Reads a case's name a line, writes what the client gave a line, as JSON."""

import asyncio
import base64
import json
import sys

from solana.rpc.async_api import AsyncClient
from solana.rpc.commitment import Confirmed
from solana.rpc.types import DataSliceOpts, MemcmpOpts, TokenAccountOpts, TxOpts
from solana.rpc.websocket_api import connect
from solders.keypair import Keypair
from solders.message import Message
from solders.pubkey import Pubkey
from solders.rpc.config import RpcTransactionLogsFilterMentions
from solders.signature import Signature
from solders.system_program import TransferParams, transfer
from solders.transaction import Transaction

LAST_EXACT = 2**53
SYSTEM = Pubkey.from_string("11111111111111111111111111111111")
STAKE = Pubkey.from_string("Stake11111111111111111111111111111111111111")
TOKENS = Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
NOBODY = Pubkey.from_string("83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri")


class Ledger:
    def __init__(self, facts):
        self.payer = Pubkey.from_string(facts["payer"])
        self.mint = Pubkey.from_string(facts["mint"])
        self.token_account = Pubkey.from_string(facts["tokenAccount"])
        self.stake_account = Pubkey.from_string(facts["stakeAccount"])
        self.signature = Signature.from_string(facts["signature"])
        self.slot = facts["slot"]
        self.unsent = Transaction.from_bytes(base64.b64decode(facts["unsent"]))


async def transfer_of(client, owner, lamports):
    latest = (await client.get_latest_blockhash(Confirmed)).value.blockhash
    instruction = transfer(
        TransferParams(from_pubkey=owner.pubkey(), to_pubkey=Keypair().pubkey(), lamports=lamports)
    )
    message = Message.new_with_blockhash([instruction], owner.pubkey(), latest)
    return Transaction([owner], message, latest)


async def funded(client):
    owner = Keypair()
    signature = (await client.request_airdrop(owner.pubkey(), 1_000_000_000)).value
    await client.confirm_transaction(signature, Confirmed, sleep_seconds=0.1)
    return owner


async def sent(client, lamports):
    owner = await funded(client)
    signature = (await client.send_transaction(await transfer_of(client, owner, lamports))).value
    await client.confirm_transaction(signature, Confirmed, sleep_seconds=0.1)
    return (await client.get_balance(owner.pubkey(), Confirmed)).value


async def sent_raw(client):
    owner = await funded(client)
    raw = bytes(await transfer_of(client, owner, 7_000_000))
    options = TxOpts(skip_confirmation=False, preflight_commitment=Confirmed)
    signature = (await client.send_raw_transaction(raw, options)).value
    return (await client.get_signature_statuses([signature])).value[0].err


async def simulated(client):
    owner = await funded(client)
    value = (await client.simulate_transaction(await transfer_of(client, owner, 10**12))).value
    return {"err": str(value.err), "logs": value.logs}


READS = {
    "get_account_info": lambda c, l: c.get_account_info(l.token_account),
    "get_account_info, a slice": lambda c, l: c.get_account_info(
        l.stake_account, data_slice=DataSliceOpts(offset=12, length=32)
    ),
    "get_account_info, compressed": lambda c, l: c.get_account_info(l.stake_account, encoding="base64+zstd"),
    "get_account_info of nobody": lambda c, l: c.get_account_info(NOBODY),
    "get_account_info_json_parsed": lambda c, l: c.get_account_info_json_parsed(l.token_account),
    "get_balance": lambda c, l: c.get_balance(l.payer),
    "get_multiple_accounts": lambda c, l: c.get_multiple_accounts([l.payer, NOBODY]),
    "get_multiple_accounts_json_parsed": lambda c, l: c.get_multiple_accounts_json_parsed([l.token_account]),
    "get_program_accounts": lambda c, l: c.get_program_accounts(
        STAKE, filters=[200, MemcmpOpts(offset=0, bytes="")]
    ),
    "get_program_accounts_json_parsed": lambda c, l: c.get_program_accounts_json_parsed(STAKE),
    "get_largest_accounts": lambda c, l: c.get_largest_accounts("circulating"),
    "get_minimum_balance_for_rent_exemption": lambda c, l: c.get_minimum_balance_for_rent_exemption(165),
    "get_token_account_balance": lambda c, l: c.get_token_account_balance(l.token_account),
    "get_token_accounts_by_owner": lambda c, l: c.get_token_accounts_by_owner(
        l.payer, TokenAccountOpts(mint=l.mint)
    ),
    "get_token_accounts_by_owner_json_parsed": lambda c, l: c.get_token_accounts_by_owner_json_parsed(
        l.payer, TokenAccountOpts(program_id=TOKENS)
    ),
    "get_token_accounts_by_delegate": lambda c, l: c.get_token_accounts_by_delegate(
        l.payer, TokenAccountOpts(program_id=TOKENS)
    ),
    "get_token_accounts_by_delegate_json_parsed": lambda c, l: c.get_token_accounts_by_delegate_json_parsed(
        l.payer, TokenAccountOpts(program_id=TOKENS)
    ),
    "get_token_largest_accounts": lambda c, l: c.get_token_largest_accounts(l.mint),
    "get_token_supply": lambda c, l: c.get_token_supply(l.mint),
    "get_slot": lambda c, l: c.get_slot(),
    "get_slot_leader": lambda c, l: c.get_slot_leader(),
    "get_slot_leaders": lambda c, l: c.get_slot_leaders(l.slot, 3),
    "get_block_height": lambda c, l: c.get_block_height(),
    "get_block_time": lambda c, l: c.get_block_time(l.slot),
    "get_block_commitment": lambda c, l: c.get_block_commitment(l.slot),
    "get_block": lambda c, l: c.get_block(l.slot, "jsonParsed", max_supported_transaction_version=0),
    "get_blocks": lambda c, l: c.get_blocks(l.slot - 2, l.slot),
    "get_first_available_block": lambda c, l: c.get_first_available_block(),
    "get_minimum_ledger_slot": lambda c, l: c.get_minimum_ledger_slot(),
    "get_transaction": lambda c, l: c.get_transaction(l.signature, "json", max_supported_transaction_version=0),
    "get_transaction, parsed": lambda c, l: c.get_transaction(l.signature, "jsonParsed"),
    "get_transaction, bytes": lambda c, l: c.get_transaction(l.signature, "base64"),
    "get_transaction of an unknown signature": lambda c, l: c.get_transaction(Signature.default()),
    "get_transaction_count": lambda c, l: c.get_transaction_count(),
    "get_signatures_for_address": lambda c, l: c.get_signatures_for_address(l.payer, limit=1),
    "get_signature_statuses": lambda c, l: c.get_signature_statuses([l.signature, Signature.default()]),
    "get_fee_for_message": lambda c, l: c.get_fee_for_message(l.unsent.message),
    "get_latest_blockhash": lambda c, l: c.get_latest_blockhash(),
    "get_epoch_info": lambda c, l: c.get_epoch_info(),
    "get_epoch_schedule": lambda c, l: c.get_epoch_schedule(),
    "get_leader_schedule": lambda c, l: c.get_leader_schedule(),
    "get_inflation_governor": lambda c, l: c.get_inflation_governor(),
    "get_inflation_rate": lambda c, l: c.get_inflation_rate(),
    "get_inflation_reward": lambda c, l: c.get_inflation_reward([l.payer]),
    "get_supply": lambda c, l: c.get_supply(),
    "get_cluster_nodes": lambda c, l: c.get_cluster_nodes(),
    "get_vote_accounts": lambda c, l: c.get_vote_accounts(),
    "get_genesis_hash": lambda c, l: c.get_genesis_hash(),
    "get_identity": lambda c, l: c.get_identity(),
    "get_version": lambda c, l: c.get_version(),
    "get_recent_performance_samples": lambda c, l: c.get_recent_performance_samples(2),
    "is_connected": lambda c, l: c.is_connected(),
}

FLOWS = {
    "request_airdrop and confirm_transaction": lambda c, l: balance_of_funded(c),
    "send_transaction": lambda c, l: sent(c, 900_000_000),
    "send_raw_transaction, confirmed by the client": lambda c, l: sent_raw(c),
    "simulate_transaction of what fails": lambda c, l: simulated(c),
    "send_transaction that fails in preflight": lambda c, l: sent(c, 10**12),
}


async def balance_of_funded(client):
    return (await client.get_balance((await funded(client)).pubkey(), Confirmed)).value


async def heard(client, socket, subscribe, unsubscribe, happens=None):
    """The first notification of a subscription. What it tells of is made to happen until it is heard."""
    await subscribe(socket)
    subscription = (await socket.recv())[0].result
    receiving = asyncio.ensure_future(socket.recv())
    while True:
        if happens is not None:
            await happens()
        done, _ = await asyncio.wait([receiving], timeout=0.5)
        if done:
            break
    await unsubscribe(socket, subscription)
    return receiving.result()[0].result


def on_airdrop(subscribe, unsubscribe):
    async def case(client, socket):
        owner = Keypair().pubkey()
        airdrop = lambda: client.request_airdrop(owner, 1_000_000_000)
        return await heard(client, socket, lambda s: subscribe(s, owner), unsubscribe, airdrop)

    return case


SUBSCRIPTIONS = {
    "account_subscribe": on_airdrop(
        lambda s, owner: s.account_subscribe(owner, Confirmed, "base64"), lambda s, i: s.account_unsubscribe(i)
    ),
    "program_subscribe": on_airdrop(
        lambda s, owner: s.program_subscribe(SYSTEM, Confirmed, "base64"), lambda s, i: s.program_unsubscribe(i)
    ),
    "logs_subscribe": on_airdrop(
        lambda s, owner: s.logs_subscribe(RpcTransactionLogsFilterMentions(owner), Confirmed),
        lambda s, i: s.logs_unsubscribe(i),
    ),
    "slot_subscribe": lambda c, socket: heard(
        c, socket, lambda s: s.slot_subscribe(), lambda s, i: s.slot_unsubscribe(i)
    ),
}


async def subscribed(facts, client, name):
    async with connect(facts["wsUrl"]) as socket:
        return await asyncio.wait_for(SUBSCRIPTIONS[name](client, socket), 20)


def plain(value):
    """As JSON holds it; whole numbers that a double would round are text."""
    if hasattr(value, "to_json"):
        value = json.loads(value.to_json())
        value = value.get("result", value) if isinstance(value, dict) else value
    if isinstance(value, dict):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(member) for member in value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > LAST_EXACT:
        return str(value)
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


async def answer(facts, client, ledger, name):
    if name in SUBSCRIPTIONS:
        return await subscribed(facts, client, name)
    return await {**READS, **FLOWS}[name](client, ledger)


async def main():
    facts = json.loads(sys.stdin.readline())
    ledger = Ledger(facts)
    async with AsyncClient(facts["url"], timeout=20) as client:
        while name := (await asyncio.to_thread(sys.stdin.readline)).rstrip("\n"):
            try:
                outcome = {"answered": plain(await answer(facts, client, ledger, name))}
            except Exception as fault:
                outcome = {"failed": {"name": type(fault).__name__, "message": str(fault)}}
            print(json.dumps(outcome), flush=True)


asyncio.run(main())
