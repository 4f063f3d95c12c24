/** Lua scripts, each atomic. The arithmetic is that of window.ts. The time is that of Redis, unless a test sets it. */

const NOW = `
local function clock(given)
  if given ~= '' then return tonumber(given) end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
`;

/**
 * KEYS: life, then one per check. ARGV: life, holder, now, lease, wait for concurrency limits, number of similar
 * requests to count in advance, processes; then per check slotMs (0: while running), slots, limit, cost. In advance, a
 * process gets at most its share of half of what is left. Returns false if Redis has lost its data. Otherwise returns
 * admitted, now, the number of requests counted in advance, and per check remaining, wait, reset.
 */
export const TAKE = `${NOW}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return false end
local holder, now, lease, runningWait = ARGV[2], clock(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local leased, processes = tonumber(ARGV[6]), tonumber(ARGV[7])
local FIRST, FIELDS = 8, 4

local function isCounted(check, slot)
  local age = check.present - slot
  return age < check.slots and age > -check.slots
end

local function read(key, check)
  if check.slotMs == 0 then
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
    return redis.call('ZCARD', key)
  end
  check.present = math.floor(now / check.slotMs)
  check.flat = redis.call('HGETALL', key)
  local flat, used = check.flat, 0
  for i = 1, #flat, 2 do
    local slot, count = tonumber(flat[i]), tonumber(flat[i + 1])
    if not isCounted(check, slot) then
      redis.call('HDEL', key, flat[i])
    elseif count > 0 then
      used = used + count
      if slot > check.newest then check.newest = slot end
    end
  end
  return used
end

local function leavesIn(check, slot)
  return (slot + check.slots) * check.slotMs - now
end

local function waitFor(check)
  local missing = check.used + check.cost - check.limit
  if missing <= 0 then return 0 end
  if check.slotMs == 0 then return runningWait end
  local flat, live = check.flat, {}
  for i = 1, #flat, 2 do
    local slot = tonumber(flat[i])
    if isCounted(check, slot) then live[#live + 1] = { slot = slot, count = tonumber(flat[i + 1]) } end
  end
  table.sort(live, function(a, b) return a.slot < b.slot end)
  for _, slot in ipairs(live) do
    missing = missing - slot.count
    if missing <= 0 then return leavesIn(check, slot.slot) end
  end
  return check.slots * check.slotMs
end

local function count(key, check)
  if check.slotMs == 0 then
    redis.call('ZADD', key, now + lease, holder)
    redis.call('PEXPIRE', key, 2 * lease)
    return
  end
  local amount = check.cost * (1 + leased)
  local inSlot = redis.call('HINCRBY', key, string.format('%.0f', check.present), amount)
  if inSlot == amount then redis.call('PEXPIRE', key, (check.slots + 1) * check.slotMs) end
  check.newest = math.max(check.newest, check.present)
end

local checks, isAdmitted = {}, 1
for i = 2, #KEYS do
  local at = FIRST + (i - 2) * FIELDS
  local check = {
    slotMs = tonumber(ARGV[at]), slots = tonumber(ARGV[at + 1]),
    limit = tonumber(ARGV[at + 2]), cost = tonumber(ARGV[at + 3]), newest = -1,
  }
  check.used = read(KEYS[i], check)
  if check.used + check.cost > check.limit then isAdmitted = 0 end
  local room = math.floor((check.limit - check.used - check.cost) / (2 * processes * check.cost))
  if check.slotMs > 0 then leased = math.min(leased, room) end
  checks[i] = check
end
if isAdmitted == 0 or leased < 0 then leased = 0 end

local reply = { isAdmitted, now, leased }
for i = 2, #KEYS do
  local check = checks[i]
  local wait, taken = waitFor(check), 0
  if isAdmitted == 1 then
    count(KEYS[i], check)
    taken = check.cost * (1 + leased)
  end
  reply[#reply + 1] = math.max(0, check.limit - check.used - taken)
  reply[#reply + 1] = wait
  reply[#reply + 1] = check.newest < 0 and 0 or leavesIn(check, check.newest)
end
return reply
`;

/**
 * KEYS: one per amount. ARGV: now; then per amount slotMs, slots, slot (empty: the current one), amount. Never below 0.
 */
export const ADD_AMOUNTS = `${NOW}
local now = clock(ARGV[1])
for i = 1, #KEYS do
  local at = 2 + (i - 1) * 4
  local slotMs, slots, slot, amount = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), ARGV[at + 2], tonumber(ARGV[at + 3])
  if slot == '' then slot = string.format('%.0f', math.floor(now / slotMs)) end
  local before = tonumber(redis.call('HGET', KEYS[i], slot) or '0')
  local after = math.max(0, before + amount)
  if after ~= before then
    redis.call('HSET', KEYS[i], slot, string.format('%.0f', after))
    redis.call('PEXPIRE', KEYS[i], (slots + 1) * slotMs)
  end
end
return 1
`;

/** KEYS: one per running request. ARGV: lease, then the holders. */
export const RENEW = `${NOW}
local lease = tonumber(ARGV[1])
local expiry = clock('') + lease
for i = 1, #KEYS do
  redis.call('ZADD', KEYS[i], expiry, ARGV[i + 1])
  redis.call('PEXPIRE', KEYS[i], 2 * lease)
end
return 1
`;

/** KEYS: life, processes. ARGV: a new life, this process, the timeout of a process without a heartbeat. */
export const HEARTBEAT = `${NOW}
local now, timeout = clock(''), tonumber(ARGV[3])
redis.call('SET', KEYS[1], ARGV[1], 'NX')
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZADD', KEYS[2], now + timeout, ARGV[2])
redis.call('PEXPIRE', KEYS[2], 2 * timeout)
return { redis.call('GET', KEYS[1]), redis.call('ZCARD', KEYS[2]) }
`;
