#!/bin/sh
# The gateway with nothing but curl. Run: sh examples/curl.sh [URL]
set -eu
url="${1:-http://127.0.0.1:3000}"

post() {
  curl -sS "$url$1" -H 'content-type: application/json' -d "$2"
  echo
}

# One network, parameters by position or by name.
post / '{"jsonrpc":"2.0","id":1,"method":"getBalance","params":["11111111111111111111111111111111"]}'
post / '{"jsonrpc":"2.0","id":2,"method":"getMinimumBalanceForRentExemption","params":{"dataSize":165}}'

# All enabled networks at once.
post '/?network=all' '{"jsonrpc":"2.0","id":3,"method":"getSlot"}'

# Several calls in one request.
post / '[{"jsonrpc":"2.0","id":4,"method":"getHealth"},{"jsonrpc":"2.0","id":5,"method":"getGenesisHash"}]'

# Exactly what a ledger node answers.
post /networks/localnet '{"jsonrpc":"2.0","id":6,"method":"getBlockHeight"}'

# A tool call.
post /api/mcp '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"getSlot","arguments":{}}}'
