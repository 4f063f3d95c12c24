/**
 * Measures the minimum cost of a gateway in Node: the bare proxy with each step of a gateway alone, with all of them,
 * and the gateway itself, for a request of 1 KB.
 */
import { ONE_KILOBYTE } from './cost/cases.mjs';
import { buildConfig } from './cost/configs.mjs';
import { findObstacle, leaveMeasuredCore } from './cost/cores.mjs';
import { STEPS } from './cost/gateway-steps.mjs';
import { compareCosts, warmUp } from './cost/measure.mjs';
import { startBareProxy, startGateway, startUpstream, stopAll } from './cost/systems.mjs';

const PLAN = { rounds: 5, seconds: 1.5, warmSeconds: 2 };
const WARM_UP_REQUESTS = 20_000;

const obstacle = findObstacle();
if (obstacle !== undefined) {
  console.log(`This cannot be measured here: ${obstacle}.`);
  process.exit(1);
}
leaveMeasuredCore();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stopAll().then(() => process.exit(1)));
try {
  const upstream = await startUpstream();
  const bare = await startBareProxy(upstream.port);
  await warmUp(bare, ONE_KILOBYTE, WARM_UP_REQUESTS);
  const startProxy = (steps) => () => startBareProxy(upstream.port, steps);
  const systems = {
    'bare proxy, measured again': startProxy([]),
    ...Object.fromEntries(STEPS.map((step) => [`with ${step}`, startProxy([step])])),
    'with all of them': startProxy(STEPS),
    gateway: () => startGateway({ config: buildConfig(upstream.port) }),
  };
  const rows = {};
  for (const [name, start] of Object.entries(systems)) rows[name] = await measure(bare, start);
  console.table(rows);
} finally {
  await stopAll();
}

async function measure(bare, start) {
  const system = await start();
  await warmUp(system, ONE_KILOBYTE, WARM_UP_REQUESTS);
  const result = await compareCosts({ system, other: bare, useCase: ONE_KILOBYTE, plan: PLAN });
  await system.stop();
  return {
    µs: Math.round(result.ours),
    'more than the bare proxy, µs': Math.round(result.ours - result.theirs),
    'times the bare proxy': Number(result.ratio.toFixed(2)),
    'disturbed, share': Number(result.disturbance.toFixed(2)),
  };
}
