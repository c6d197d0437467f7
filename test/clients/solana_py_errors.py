"""Reads the address of an endpoint a line; writes what solana-py shows for a call there, causes included, as JSON a line."""

import asyncio
import json
import sys

from solana.rpc.async_api import AsyncClient


def shown(fault):
    texts = []
    while fault is not None:
        texts.append(f"{type(fault).__name__}: {fault}")
        fault = fault.__cause__ or fault.__context__
    return " <- ".join(texts)


async def main():
    while url := (await asyncio.to_thread(sys.stdin.readline)).rstrip("\n"):
        async with AsyncClient(url, timeout=20) as client:
            try:
                text = str(await client.get_slot())
            except Exception as fault:
                text = shown(fault)
        print(json.dumps(text), flush=True)


asyncio.run(main())
