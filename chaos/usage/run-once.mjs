import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy } from '../checks/group-by.mjs';
import { eventually } from '../eventually.mjs';
import { Random } from '../random.mjs';
import { loadUsage, verifyLedger } from './stored-usage.mjs';
import { checkAll } from './checks.mjs';
import { Clients } from './clients.mjs';
import { configFor, makeTokens } from './setup.mjs';
import { planStream } from './stream-plan.mjs';
import { Upstream } from './upstream.mjs';

const MEAN_PAUSE_MS = 2_500;
const DOWN_MS = [50, 1_000];
/** The maximum time from the last kill until everything is stored. */
const SETTLE_MS = 60_000;
/** Each running process has one folder for its spool. */
const SPOOL_OF_RUNNING_PROCESS = /^[^@]+$/;

/** Sends streams through processes that are killed repeatedly, and collects the data for the checks. */
export async function runOnce({ gateways, streams, kills, processes, seed, onStop }) {
  const random = new Random(seed);
  const startedAt = performance.now();
  onStop(() => gateways.stop());
  const planRandom = random.fork();
  const plans = Array.from({ length: streams }, (_, index) => planStream(planRandom, index));
  const upstream = new Upstream(plans);
  await upstream.start();
  onStop(() => upstream.stop());
  const tokens = makeTokens(streams);
  await gateways.start(configFor(upstream.origin, tokens), processes);
  const clients = new Clients({ gateways: gateways.all, tokens, random: random.fork() });
  const spanMs = Math.max(kills, 1) * MEAN_PAUSE_MS;
  const [killed] = await Promise.all([
    killRepeatedly(gateways, kills, random.fork()),
    clients.run(plans, spanMs),
  ]);
  await settle(gateways, upstream);
  const evidence = await gather({ gateways, upstream, plans, clients });
  return {
    seed,
    seconds: (performance.now() - startedAt) / 1000,
    evidence,
    kills: killed,
    results: checkAll(evidence),
  };
}

/** Kills random processes, and counts the kills of each. */
async function killRepeatedly(gateways, kills, random) {
  const counts = new Map();
  for (let killed = 0; killed < kills;) {
    await sleep(random.between(0.2, 1.8) * MEAN_PAUSE_MS);
    const running = gateways.all.filter(({ isRunning }) => isRunning);
    if (running.length === 0) continue;
    const victim = random.pick(running.map((gateway) => [gateway, 1]));
    victim.kill(random.between(...DOWN_MS));
    victim.killedAt.push(Date.now());
    counts.set(victim.name, (counts.get(victim.name) ?? 0) + 1);
    killed += 1;
  }
  return counts;
}

/** Waits until all usage is stored, including that of killed processes. */
async function settle(gateways, upstream) {
  await eventually(() => gateways.areReady(), SETTLE_MS);
  await eventually(() => upstream.running === 0, SETTLE_MS);
  await eventually(
    () =>
      gateways.spools.length === gateways.all.length &&
      gateways.spools.every((name) => SPOOL_OF_RUNNING_PROCESS.test(name)),
    SETTLE_MS,
  );
  await gateways.stopServing();
}

async function gather({ gateways, upstream, plans, clients }) {
  const { url } = gateways.postgres;
  const storedUsage = await loadUsage(url);
  const rowsByStream = groupBy(storedUsage.rows, ({ token, model }) => `${token} ${model}`);
  const killedAt = new Map(gateways.all.map(({ name, killedAt: moments }) => [name, moments]));
  return {
    storedUsage,
    upstream,
    ledger: await verifyLedger(gateways.environment),
    spools: gateways.spools,
    gateways: gateways.all,
    streams: plans.map((plan) => {
      const seen = clients.seen[plan.index];
      return {
        plan,
        seen,
        entry: upstream.ledger.get(plan.index),
        rows: rowsByStream.get(`${plan.token} ${plan.model}`) ?? [],
        killedAt: killedAt.get(seen.gateway),
      };
    }),
  };
}
