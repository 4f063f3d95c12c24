/** The cost of checking the limits of a request, with REDIS_URL also through that Redis. Run it after a build. */
import { FallbackCounters, Limits, MemoryCounters, RedisCounters } from '#limits';
import { createLogger } from '#telemetry';

const UNLIMITED = [
  { id: 'token:a', limits: {} },
  { id: 'owner:a', limits: {} },
];
const REQUEST = { requestId: 'bench', estimatedTokens: 100 };
const rows = [];

const inMemory = new Limits(new MemoryCounters());
measure('without limits', 5_000_000, () => inMemory.admit(UNLIMITED, REQUEST));
const LIMITED = limited('a', 1e9);
const USED_UP = limited('b', 0);
measure('token and owner limited, in memory', 200_000, () => {
  const admission = inMemory.admit(LIMITED, REQUEST);
  admission.adjustTokens(80);
  admission.release();
});
measure('refused', 200_000, () => expectRefusal(() => inMemory.admit(USED_UP, REQUEST)));

const { REDIS_URL } = process.env;
if (REDIS_URL !== undefined) await measureRedis(REDIS_URL);
console.table(rows);

function limited(name, rpm) {
  const limits = { rpm, tpm: 1e12, requestsPerDay: 1e9, concurrency: 1e6 };
  return [
    { id: `token:${name}`, limits },
    { id: `owner:${name}`, limits },
  ];
}

function measure(name, count, run) {
  for (let turn = 0; turn < count / 10; turn += 1) run();
  const startedAt = performance.now();
  for (let turn = 0; turn < count; turn += 1) run();
  note(name, count, performance.now() - startedAt);
}

function note(name, count, durationMs) {
  rows.push({ name, 'µs each': Number(((durationMs / count) * 1_000).toFixed(3)) });
}

function expectRefusal(run) {
  try {
    run();
  } catch {
    return;
  }
  throw new Error('this should have been refused');
}

async function measureRedis(url) {
  const logger = createLogger('bench');
  const limits = new Limits(
    await FallbackCounters.open(new RedisCounters({ url }), { processes: 1, logger }),
  );
  const subjects = limited(`redis-${process.pid}`, 1e9);
  for (const lanes of [1, 64]) {
    const count = 20_000;
    const startedAt = performance.now();
    const lane = async () => {
      for (let turn = 0; turn < count / lanes; turn += 1) (await limits.admit(subjects, REQUEST)).release();
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    note(`token and owner limited, through Redis, ${lanes} at a time`, count, performance.now() - startedAt);
  }
  const over = limited(`redis-over-${process.pid}`, 0);
  await limits.admit(over, REQUEST).catch(() => undefined);
  measure('refused, through Redis', 200_000, () => expectRefusal(() => limits.admit(over, REQUEST)));
  if (!limits.isShared) throw new Error('Redis was lost meanwhile: this measured nothing');
  await limits.close();
}
