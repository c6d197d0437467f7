// Lua scripts, so that racing gateways never lower a floor. A floor is one field of a session's hash: `overhead` bytes of
// authentication code, then the slot in digits.

const slotOf = `
local function slotOf(held, overhead)
  return held and tonumber(string.sub(held, overhead + 1))
end
`;

const heldWithin = `
local function heldWithin(field, length)
  return redis.call("HSTRLEN", KEYS[1], field) <= length and redis.call("HGET", KEYS[1], field)
end
`;

/**
 * Reads fields. ARGV: the maximum length of a value, then the fields. Longer values read as empty. If the key is not a hash, deletes it and
 * returns 1; returns 0 if there is no key.
 */
export const readFloors = `
if redis.call("TYPE", KEYS[1]).ok ~= "hash" then return redis.call("UNLINK", KEYS[1]) end
local longest = tonumber(ARGV[1])
local values = {}
for i = 2, #ARGV do
  local isLong = redis.call("HSTRLEN", KEYS[1], ARGV[i]) > longest
  values[i - 1] = isLong and "" or redis.call("HGET", KEYS[1], ARGV[i])
end
return values
`;

/** Raises fields. ARGV: TTL in milliseconds, overhead, maximum length of a value, then pairs of field and value. */
export const raiseFloors = `${slotOf}${heldWithin}
local kind = redis.call("TYPE", KEYS[1]).ok
if kind ~= "hash" and kind ~= "none" then redis.call("UNLINK", KEYS[1]) end
local overhead = tonumber(ARGV[2])
local longest = tonumber(ARGV[3])
for i = 4, #ARGV, 2 do
  local held = slotOf(heldWithin(ARGV[i], longest), overhead)
  if not held or not (held >= slotOf(ARGV[i + 1], overhead)) then
    redis.call("HSET", KEYS[1], ARGV[i], ARGV[i + 1])
  end
end
return redis.call("PEXPIRE", KEYS[1], ARGV[1])
`;

/** Deletes fields above a slot. ARGV: overhead, maximum length of a value, then pairs of field and slot. */
export const dropFloors = `${slotOf}${heldWithin}
local overhead = tonumber(ARGV[1])
local longest = tonumber(ARGV[2])
for i = 3, #ARGV, 2 do
  local held = slotOf(heldWithin(ARGV[i], longest), overhead)
  if not held or not (held <= tonumber(ARGV[i + 1])) then redis.call("HDEL", KEYS[1], ARGV[i]) end
end
return 0
`;
