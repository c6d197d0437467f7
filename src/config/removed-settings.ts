/** Replacements for removed settings, by dotted path. The text follows "was removed; ". */
export const removedSettings: Readonly<Record<string, string>> = {
  "cache.head_ttl_ms": "write reads.enabled: false to never reuse an answer about the head",
  "cache.head": "write reads.enabled: false to never reuse an answer about the head",
  "cache.max_head_bytes": "write server_config.memory_mb: a quarter of it holds ledger state",
  merge: "write reads.enabled: false to send each read separately",
  live: "remove it: accounts are no longer followed, and server_config.memory_mb bounds ledger state",
  read_only: "write tools_read_only, which restricts tools alone; read_only of a key restricts its calls",
  "registry.refresh_interval_ms": "remove it: the list is fetched at startup and once a day",
  "registry.timeout_ms": "remove it: a registry has 3 s to answer",
  "registry.max_bytes": "remove it: a list may be up to 4 MiB",
  "server_config.compression_min_bytes": "remove it: answers of 4 KiB or more are compressed",
  "server_config.rate_limit.max_clients": "remove it: up to 100000 addresses are tracked",
  "server_config.headers_timeout_ms": "write server_config.send_timeout_ms: headers may take a third of it",
  "server_config.body_timeout_ms": "write server_config.send_timeout_ms",
  "server_config.max_answer_bytes":
    "write server_config.memory_mb: the answer to a batch may take a sixteenth of it",
  "server_config.max_body_bytes_in_flight":
    "write server_config.memory_mb: incomplete bodies may take a sixteenth of it",
  "server_config.max_unread_bytes": "write server_config.memory_mb: unread answers may take a quarter of it",
  "upstream.max_response_bytes":
    "write server_config.memory_mb: an upstream response may take an eighth of it",
  "upstream.connect_timeout_ms": "remove it: a connection has 5 s to open",
  "upstream.connections_per_origin": "remove it: it follows server_config.max_concurrent_requests",
  "upstream.keep_alive_timeout_ms": "remove it: idle connections stay open for 30 s",
  "upstream.fresh_slots": "remove it: an upstream may lag by one slot",
  "upstream.broadcast": "write sending: broadcast, at the top level or for a network of svm_networks",
  "upstream.retry":
    "write upstream.max_attempts for retry.max_attempts; at most a fifth of the calls are retries",
  "upstream.breaker": "remove it: five failures in a row open the breaker for up to 5 s",
  "cache.max_bytes": "write server_config.memory_mb: the cache may take a sixteenth of it",
  "cache.max_entries": "write server_config.memory_mb: the cache is bounded by bytes alone",
  "cache.max_entry_bytes": "remove it: answers of up to 4 MiB are cached",
  "websocket.max_buffered_bytes":
    "write server_config.memory_mb: unread bytes of a socket may take a 256th of it",
  "server_config.max_multiple_accounts":
    "remove it: one getMultipleAccounts may name 100 addresses, as on nodes",
  "server_config.max_queue":
    "remove it: up to 20 calls are queued for each of server_config.max_concurrent_requests",
  "websocket.max_connections":
    "write server_config.max_connections: half of them may be WebSocket connections",
  "websocket.max_subscriptions_per_connection":
    "remove it: a connection may have 1000 subscriptions; max_subscriptions of a key bounds all of its connections",
  "websocket.per_message_deflate": "remove it: frames are not compressed",
  "websocket.heavy_points": "remove it: a heavy subscription costs 5 points",
  "websocket.max_params_bytes": "remove it: parameters of a subscription may be up to 8192 characters",
  "websocket.linger_ms": "remove it: a subscription without a client is kept upstream for 3 s",
  "websocket.max_lingering": "remove it: up to 1000 subscriptions without a client are kept upstream",
  "websocket.full_reads": "remove it: full reads are limited to two at a time and 256 MiB a minute",
  "websocket.ping_interval_ms": "remove it: sockets are pinged every 30 s",
  "websocket.reconnect": "remove it: upstream sockets reconnect with a backoff from 250 ms to 15 s",
  "websocket.poll_interval_ms": "write upstream.poll_interval_ms",
  "server_config.keep_alive_timeout_ms": "remove it: idle connections stay open for 75 s",
  "cache.redis_url": "write redis.url",
  "cache.redis_hmac_key": "write redis.hmac_key",
  "cache.redis_timeout_ms": "remove it: a call waits 50 ms for Redis",
  "log.pretty": "remove it: logs are coloured on a terminal and JSON otherwise",
};
