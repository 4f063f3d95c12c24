/** The cost of checking the limits and budgets of a request, with REDIS_URL also through that Redis. Run it after a build. */
import { FallbackCounters, Limits, MemoryCounters, RedisCounters } from '#limits';
import { Budgets, listBudgetAccounts } from '#metering';
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

await measureBudgets('one budget', 1, 1);
await measureBudgets('four levels with two windows each', 4, 2);

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

/** A lease that is large enough for all requests. */
async function lease({ status }) {
  return { outcome: 'covered', row: { amount: 1e15, charged: status.settled }, left: 1e15 };
}

/** Reserves and settles amounts in every window. The process has leased enough for all requests. */
async function measureBudgets(name, levels, windows) {
  const leases = { take: lease, returnUnused: lease, loadLimitedTokenAccounts: async () => [] };
  const budgets = new Budgets({ leases, feed: { start: async () => undefined } });
  const each = [
    { unit: 'usd', limit: 1e15, period: 'daily' },
    { unit: 'usd', limit: 1e15, period: '5h' },
  ].slice(0, windows);
  const accounts = listBudgetAccounts(
    Array.from({ length: levels }, (_, index) => ({ scope: 'owner', name: `${index}`, windows: each })),
    new Date(),
  );
  const amounts = {
    certainMicroUsd: 10,
    likelyMicroUsd: 50,
    certainTokens: 5,
    likelyTokens: 100,
    requests: 1,
  };
  const charge = { usd: 20, tokens: 40, requests: 1 };
  (await budgets.hold(accounts, amounts)).settle(charge);
  measure(name, 500_000, () => budgets.hold(accounts, amounts).settle(charge));
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
