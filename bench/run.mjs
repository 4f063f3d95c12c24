/**
 * Measures the cost of the gateway as a multiple of a bare proxy in the same run. The README in this folder describes
 * the method.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CASES, BURST, HELD, LIMITED, ONE_KILOBYTE, PACED, TRANSLATED } from './cost/cases.mjs';
import { addManyTokens, buildConfig, buildLargeConfig } from './cost/configs.mjs';
import { findObstacle, leaveMeasuredCore } from './cost/cores.mjs';
import { COMMITTED_FILE, measureGuarded } from './cost/guard.mjs';
import { MAX_DISTURBANCE, compareCosts, measureStreams, warmUp } from './cost/measure.mjs';
import { startPortkey } from './cost/portkey.mjs';
import { printRow, printTitle } from './cost/report.mjs';
import { startBareProxy, startGateway, startRedis, startUpstream, stopAll } from './cost/systems.mjs';

const { values: options } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    commit: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const PLAN = options.long
  ? { rounds: 7, seconds: 2, warmSeconds: 2, streams: [1_000, 5_000] }
  : { rounds: 3, seconds: 0.8, warmSeconds: 0.7, streams: [1_000] };
const WARM_UP_REQUESTS = 20_000;
/** More rounds, because two figures are compared to within a few percent. */
const CLOSE_PLAN = { ...PLAN, rounds: PLAN.rounds + 1, warmSeconds: 2 };
const STREAM_GOAL_KILOBYTES = 60;
/** The maximum ratio of CPU time per request for two processes that serve 1.8 times as much as one. */
const TWO_PROCESSES_GOAL = 2 / 1.8;

const startedAt = performance.now();
const obstacle = findObstacle();
if (obstacle !== undefined) {
  console.log(`This cannot be measured here: ${obstacle}.`);
  process.exit(1);
}
leaveMeasuredCore();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stopAll().then(() => process.exit(1)));
try {
  await (options.commit ? commit() : measureAll());
  console.log(`\n${Math.round((performance.now() - startedAt) / 1_000)} s.`);
} finally {
  await stopAll();
}

/** Writes the figures that the guard of `npm run test:full` compares with. */
async function commit() {
  const figures = await measureGuarded();
  writeFileSync(COMMITTED_FILE, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(figures);
}

async function measureAll() {
  printTitle();
  const upstream = await startUpstream();
  const [bare, gateway] = [
    await startBareProxy(upstream.port),
    await startGateway({ config: buildConfig(upstream.port) }),
  ];
  const place = { upstream, bare, gateway };
  // In new processes, because the heap of a used one already has free space.
  for (const count of PLAN.streams) if (isWanted('open streams')) await openStreams(place, count);
  for (const system of [bare, gateway]) await warmUp(system, ONE_KILOBYTE, WARM_UP_REQUESTS);
  for (const useCase of CASES) if (isWanted(useCase.name)) await measureCase(place, useCase);
  if (isWanted(TRANSLATED.name)) await measureTranslated(place);
  if (isWanted('two API processes')) await measureTwoProcesses(place);
  if (isWanted('100,000 tokens')) await measureLarge(place);
  if (isWanted('Redis')) await measureRedis(place);
  if (options.long && isWanted('Portkey')) await measurePortkey(place);
}

function isWanted(name) {
  return name.includes(options.only);
}

async function openStreams({ bare, gateway }, count) {
  const theirs = await measureStreams(bare, HELD, count);
  const ours = await measureStreams(gateway, HELD, count);
  printRow({
    name: `${count.toLocaleString('en')} open streams`,
    unit: 'KB each',
    ours: ours.kilobytes,
    theirs: theirs.kilobytes,
    ratio: ours.kilobytes / theirs.kilobytes,
    goal: `${STREAM_GOAL_KILOBYTES} KB`,
    isHeld: ours.kilobytes <= STREAM_GOAL_KILOBYTES && ours.begun === count,
    note: ours.begun === count ? '' : `only ${ours.begun} began`,
  });
}

async function measureCase({ bare, gateway }, useCase) {
  const result = await compareCosts({ system: gateway, other: bare, useCase, plan: PLAN });
  const unit = useCase.isStreamed ? 'µs/event' : 'µs';
  printCost(result, { name: useCase.name, unit, goal: useCase.goal });
  if (useCase !== PACED) return;
  const { ours, theirs } = result.first;
  const ratio = ours / theirs;
  printRow({ name: 'first event', unit: 'ms', ours, theirs, ratio, goal: 1.3, isHeld: ratio <= 1.3 });
}

async function measureTranslated({ gateway }) {
  const result = await compareCosts({
    system: gateway,
    other: gateway,
    useCase: TRANSLATED,
    otherCase: BURST,
    plan: PLAN,
  });
  printCost(result, { name: TRANSLATED.name, unit: 'µs/event', beside: 'forwarded', goal: 2 });
}

/** Two processes share one core. Their CPU time per request shows how much two cores would serve. */
async function measureTwoProcesses({ upstream, gateway }) {
  const environment = { MODELGATE_API_PROCESSES: '2' };
  const two = await startGateway({ config: buildConfig(upstream.port), environment });
  await warmUp(two, ONE_KILOBYTE, WARM_UP_REQUESTS);
  const result = await compareCosts({ system: two, other: gateway, useCase: ONE_KILOBYTE, plan: CLOSE_PLAN });
  await two.stop();
  const scaling = `${(2 / result.ratio).toFixed(2)} × as much as one`;
  const row = { name: '1 KB, two API processes', unit: 'µs', beside: 'one process', note: scaling };
  printCost(result, { ...row, goal: TWO_PROCESSES_GOAL });
}

async function measureLarge({ upstream, gateway }) {
  const large = await startGateway({ config: buildLargeConfig(upstream.port), fill: addManyTokens });
  await warmUp(large, ONE_KILOBYTE, WARM_UP_REQUESTS);
  const result = await compareCosts({
    system: large,
    other: gateway,
    useCase: ONE_KILOBYTE,
    plan: CLOSE_PLAN,
  });
  await large.stop();
  const name = '1 KB, 100,000 tokens, 50 × 100 models';
  printCost(result, { name, unit: 'µs', beside: 'few of them', goal: 1.05 });
}

async function measureRedis({ upstream, bare }) {
  const redis = await startRedis();
  if (redis === undefined) {
    console.log('There is no redis-server here, so counters in Redis are not measured.');
    return;
  }
  const counted = await startGateway({
    config: buildConfig(upstream.port),
    environment: { REDIS_URL: redis.url },
  });
  await warmUp(counted, LIMITED, WARM_UP_REQUESTS);
  const result = await compareCosts({ system: counted, other: bare, useCase: LIMITED, plan: PLAN });
  await counted.stop();
  await redis.stop();
  printCost(result, { name: `${LIMITED.name}, Redis`, unit: 'µs', goal: LIMITED.goal });
}

async function measurePortkey({ upstream, gateway }) {
  const portkey = await startPortkey(upstream.port);
  await warmUp(portkey, ONE_KILOBYTE, WARM_UP_REQUESTS);
  const result = await compareCosts({ system: gateway, other: portkey, useCase: ONE_KILOBYTE, plan: PLAN });
  await portkey.stop();
  printCost(result, { name: '1 KB, compared with Portkey', unit: 'µs', beside: 'Portkey', goal: 0.12 });
}

function printCost({ ours, theirs, ratio, busy, disturbance }, row) {
  const disturbed = disturbance > MAX_DISTURBANCE ? 'disturbed by others' : '';
  const note = [row.note, disturbed].filter(Boolean).join('; ');
  printRow({ ours, theirs, ratio, busy, isHeld: ratio <= row.goal, ...row, note });
}
