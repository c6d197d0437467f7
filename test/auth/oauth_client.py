"""Goes through the whole flow of authorization with the Python SDK, of either generation, and prints what it saw as JSON.

Its argument is a JSON object: the address of the tools, the scope to ask for, and where the browser is sent back to.
"""

import asyncio
import json
import sys
from urllib.parse import parse_qs, urljoin, urlsplit

import mcp
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.auth import OAuthClientMetadata

try:
    import httpx2 as httpx
    from mcp.shared.auth import AuthorizationCodeResult
except ImportError:
    import httpx

    AuthorizationCodeResult = None

target = json.loads(sys.argv[1])


class Memory:
    """Keeps tokens and the registration for as long as the program runs."""

    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


class Browser:
    """Follows redirects with cookies until one leads back to the client."""

    asked = None

    async def open(self, url):
        self.asked = url

    async def returned(self):
        url = self.asked
        async with httpx.AsyncClient() as client:
            for _ in range(10):
                response = await client.get(url)
                url = urljoin(url, response.headers["location"])
                if url.startswith(target["redirect"]):
                    query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
                    if AuthorizationCodeResult is None:
                        return query["code"], query.get("state")
                    return AuthorizationCodeResult(**query)
        raise RuntimeError("too many redirects")


async def main():
    browser, memory = Browser(), Memory()
    auth = OAuthClientProvider(
        server_url=target["url"],
        client_metadata=OAuthClientMetadata(
            client_name="test",
            redirect_uris=[target["redirect"]],
            grant_types=["authorization_code"],
            token_endpoint_auth_method="none",
            scope=target["scope"],
        ),
        storage=memory,
        redirect_handler=browser.open,
        callback_handler=browser.returned,
    )
    async with create_mcp_http_client(auth=auth) as http_client:
        transport = streamable_http_client(target["url"], http_client=http_client)
        if hasattr(mcp, "Client"):
            async with mcp.Client(transport) as client:
                return await report(client, browser)
        async with transport as (read, write, *_):
            async with mcp.ClientSession(read, write) as client:
                await client.initialize()
                return await report(client, browser)


async def report(client, browser):
    listed = await client.list_tools()
    result = await client.call_tool("getSlot", {})
    asked = parse_qs(urlsplit(browser.asked).query)
    return {
        "resource": asked["resource"][0],
        "tools": [tool.name for tool in listed.tools],
        "text": result.content[0].text,
    }


print(json.dumps(asyncio.run(main())))
