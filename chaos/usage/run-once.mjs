import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy } from '../checks/group-by.mjs';
import { eventually } from '../eventually.mjs';
import { Random } from '../random.mjs';
import { readBooks, verifyLedger } from './books.mjs';
import { checkAll } from './checks.mjs';
import { Clients } from './clients.mjs';
import { configFor, makeTokens } from './scene.mjs';
import { writeScript } from './script.mjs';
import { Upstream } from './upstream.mjs';

const MEAN_PAUSE_MS = 2_500;
const DOWN_MS = [50, 1_000];
/** How long it may take until all is written down once nobody is killed any more. */
const SETTLE_MS = 60_000;
/** A living process has one folder for its spool. */
const SPOOL_OF_THE_LIVING = /^[^@]+$/;

/** Streams through processes that are killed again and again; then a look into the books. */
export async function runOnce({ gateways, streams, kills, processes, seed, onStop }) {
  const random = new Random(seed);
  const startedAt = performance.now();
  onStop(() => gateways.stop());
  const scriptChance = random.fork();
  const scripts = Array.from({ length: streams }, (_, index) => writeScript(scriptChance, index));
  const upstream = new Upstream(scripts);
  await upstream.start();
  onStop(() => upstream.stop());
  const tokens = makeTokens(streams);
  await gateways.start(configFor(upstream.origin, tokens), processes);
  const clients = new Clients({ gateways: gateways.all, tokens, random: random.fork() });
  const spanMs = Math.max(kills, 1) * MEAN_PAUSE_MS;
  const [killed] = await Promise.all([
    killAgainAndAgain(gateways, kills, random.fork()),
    clients.run(scripts, spanMs),
  ]);
  await settle(gateways, upstream);
  const evidence = await gather({ gateways, upstream, scripts, clients });
  return {
    seed,
    seconds: (performance.now() - startedAt) / 1000,
    evidence,
    kills: killed,
    results: checkAll(evidence),
  };
}

/** How often which of them was killed. */
async function killAgainAndAgain(gateways, kills, random) {
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

/** Until nobody has anything to write down, and nothing is left of those who were killed. */
async function settle(gateways, upstream) {
  await eventually(() => gateways.areReady(), SETTLE_MS);
  await eventually(() => upstream.running === 0, SETTLE_MS);
  await eventually(
    () =>
      gateways.spools.length === gateways.all.length &&
      gateways.spools.every((name) => SPOOL_OF_THE_LIVING.test(name)),
    SETTLE_MS,
  );
  await gateways.stopServing();
}

async function gather({ gateways, upstream, scripts, clients }) {
  const { url } = gateways.postgres;
  const books = await readBooks(url);
  const rowsByStream = groupBy(books.rows, ({ token, model }) => `${token} ${model}`);
  const killedAt = new Map(gateways.all.map(({ name, killedAt: moments }) => [name, moments]));
  return {
    books,
    upstream,
    ledger: await verifyLedger(gateways.environment),
    spools: gateways.spools,
    gateways: gateways.all,
    streams: scripts.map((script) => {
      const seen = clients.seen[script.index];
      return {
        script,
        seen,
        entry: upstream.ledger.get(script.index),
        rows: rowsByStream.get(`${script.token} ${script.model}`) ?? [],
        killedAt: killedAt.get(seen.gateway),
      };
    }),
  };
}
