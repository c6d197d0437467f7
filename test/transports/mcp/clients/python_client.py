"""Runs the script of client-script.ts with the Python SDK, of either generation, and prints what it saw as JSON.

Reads JSON objects from standard input, one a line: {"url": ...} or {"command": ..., "args": [...], "cwd": ...},
with "mode" (of the newest generation), and either "calls" and "promptArguments", or "mostTries" for calling past the
limit of the gateway, or "sends": then a line says that the client is connected, and the next line read is a
transaction, which is sent by the tool for that. Prints a line for each.
"""

import asyncio
import json
import sys

import mcp
from mcp import StdioServerParameters, types

asked: list[str] = []
action = "decline"


async def decide(_context, params):
    asked.append(params.message)
    return types.ElicitResult(action=action)


def camel(model):
    return json.loads(model.model_dump_json(by_alias=True, exclude_none=True))


async def call_tool(client, call):
    try:
        result = camel(await client.call_tool(call["name"], call["arguments"]))
        texts = [content["text"] for content in result["content"]]
        return {"isError": result.get("isError", False), "texts": texts}
    except Exception as fault:  # The script asks for faults: they are part of the report.
        return {"isError": True, "texts": [], "error": str(fault)}


async def past_limit(client, tries):
    """Calls until a call is refused, then until one is answered again."""

    async def until(is_error):
        for _ in range(tries):
            report = await call_tool(client, {"name": "getSlot", "arguments": {}})
            if report["isError"] == is_error:
                return report
        raise RuntimeError(f"{tries} calls, none of which {'was refused' if is_error else 'was answered'}")

    refused = await until(True)
    answered = await until(False)
    return {
        "refused": refused.get("error") or "".join(refused["texts"]),
        "answered": "".join(answered["texts"]),
    }


async def send_transaction(client):
    """Sends a transaction by the tool, and tells what was said before the answer."""
    print(json.dumps({"connected": True}), flush=True)
    transaction = json.loads(await asyncio.to_thread(sys.stdin.readline))
    told = []

    async def note(_progress, _total, message):
        told.append(message)

    arguments = {"transaction": transaction, "network": "localnet"}
    result = await client.call_tool("sendAndConfirmTransaction", arguments, progress_callback=note)
    return {"told": told, "text": json.dumps(camel(result))}


async def run(client, script, version, server, instructions, template, uri):
    if "sends" in script:
        return await send_transaction(client)
    if "mostTries" in script:
        return await past_limit(client, script["mostTries"])
    listed = camel(await client.list_tools())
    calls = [await call_tool(client, call) for call in script["calls"]]
    page = camel(await client.read_resource(uri("svm-gateway://methods/getSlot")))
    prompt = camel(await client.get_prompt("explain-account", script["promptArguments"]))
    completion = camel(await client.complete(template, {"name": "method", "value": "getblockc"}))
    return {
        "version": version(),
        "server": server(),
        "instructions": instructions() or "",
        "tools": [tool["name"] for tool in listed["tools"]],
        "calls": calls,
        "page": [content["text"] for content in page["contents"]],
        "prompt": json.dumps(prompt["messages"]),
        "completed": completion["completion"]["values"],
        "asked": asked,
    }


async def newest(script):
    target = script.get("url") or StdioServerParameters(
        command=script["command"], args=script["args"], cwd=script["cwd"]
    )
    template = types.ResourceTemplateReference(type="ref/resource", uri="svm-gateway://methods/{method}")
    async with mcp.Client(target, mode=script["mode"], elicitation_callback=decide) as client:
        return await run(
            client,
            script,
            lambda: client.protocol_version,
            lambda: client.server_info.name,
            lambda: client.instructions,
            template,
            str,
        )


async def former(script):
    from mcp.client.stdio import stdio_client
    from mcp.client.streamable_http import streamablehttp_client
    from pydantic import AnyUrl

    if "url" in script:
        transport = streamablehttp_client(script["url"])
    else:
        transport = stdio_client(
            StdioServerParameters(command=script["command"], args=script["args"], cwd=script["cwd"])
        )
    template = types.ResourceTemplateReference(type="ref/resource", uri="svm-gateway://methods/{method}")
    async with transport as (read, write, *_):
        async with mcp.ClientSession(read, write, elicitation_callback=decide) as session:
            opened = await session.initialize()
            return await run(
                session,
                script,
                lambda: opened.protocolVersion,
                lambda: opened.serverInfo.name,
                lambda: opened.instructions,
                template,
                AnyUrl,
            )


for line in sys.stdin:
    asked.clear()
    asked_for = json.loads(line)
    action = "accept" if "sends" in asked_for else "decline"
    print(json.dumps(asyncio.run((newest if hasattr(mcp, "Client") else former)(asked_for))), flush=True)
