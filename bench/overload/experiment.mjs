/** Capacity and overload in turns, so that what disturbs the machine disturbs both. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { onCore, startGateway } from '../gateway.mjs';
import { countServed, summarise } from './summary.mjs';

export const TIMES = 5;
const CAPACITY_CONNECTIONS = 16;
const OVERLOAD_CONNECTIONS = 64;
const SECONDS = { warmUp: 6, alone: 10, capacity: 4, overload: 10 };
const ROUNDS = 3;
const LIGHT_PER_SECOND = 20;
const HEALTH_PER_SECOND = 10;
const LOAD_CORE = 0;
const PATH = '/v1/chat/completions';
const NANOSECONDS = 1e9;

const TOKENS = Object.fromEntries(
  ['first', 'second', 'light'].map((name) => [name, { name, key: `sk-mg-${name.padEnd(24, '0')}` }]),
);

/**
 * Two equal tokens that together send five times what the gateway can serve, beside a light token and a probe of /healthz.
 * Bodies have so many bytes.
 */
export async function measureOverload(bodyBytes) {
  const place = await start(bodyBytes);
  try {
    await place.run({ heavy: {} }, SECONDS.warmUp);
    const alone = await place.run({ light: true }, SECONDS.alone);
    await place.run({ heavy: {} }, SECONDS.warmUp);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const capacity = await place.run({ heavy: {} }, SECONDS.capacity);
      const perSecond = countServed(capacity) / capacity.availableSeconds;
      const heavy = { perSecond: (perSecond * TIMES) / 2 };
      rounds.push({
        perSecond,
        capacity,
        overload: await place.run({ heavy, light: true }, SECONDS.overload),
      });
    }
    return summarise({ alone, rounds });
  } finally {
    await place.stop();
  }
}

async function start(bodyBytes) {
  const upstream = fork(new URL('../upstream.mjs', import.meta.url), onCore(LOAD_CORE));
  const [{ port: upstreamPort }] = await once(upstream, 'message');
  const gateway = await startGateway(upstreamPort, { tokens: Object.values(TOKENS) });
  const [heavyLoad, lightLoad] = await Promise.all([startLoad(), startLoad()]);
  const port = Number(new URL(gateway.origin).port);
  const body = buildBody(bodyBytes);
  const buildFlow = ({ key }, rest) => ({ port, path: PATH, key, body, ...rest });
  const buildHeavy = ({ perSecond }) => {
    const connections = perSecond === undefined ? CAPACITY_CONNECTIONS : OVERLOAD_CONNECTIONS;
    return [TOKENS.first, TOKENS.second].map((token) => buildFlow(token, { perSecond, connections }));
  };
  const lightFlows = [
    buildFlow(TOKENS.light, { perSecond: LIGHT_PER_SECOND, connections: 32 }),
    { port, path: '/healthz', method: 'GET', perSecond: HEALTH_PER_SECOND, connections: 32 },
  ];
  return {
    async run({ heavy, light }, seconds) {
      const clock = watchThread(gateway.pid, seconds);
      const [heavies = [], [lightResult, health] = []] = await Promise.all([
        heavy === undefined ? undefined : order(heavyLoad, { flows: buildHeavy(heavy), seconds }),
        light ? order(lightLoad, { flows: lightFlows, seconds }) : undefined,
      ]);
      return { heavies, light: lightResult, health, seconds, ...(await clock) };
    },
    async stop() {
      heavyLoad.kill();
      lightLoad.kill();
      await gateway.stop();
      upstream.kill();
    },
  };
}

async function startLoad() {
  const child = fork(new URL('./load.mjs', import.meta.url), onCore(LOAD_CORE));
  await once(child, 'message');
  return child;
}

async function order(child, message) {
  child.send(message);
  const [result] = await once(child, 'message');
  return result;
}

/** Of the time that passes, how much the main thread could run: the rest it waited for the core that others had. */
async function watchThread(pid, seconds) {
  const before = readThread(pid);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const after = readThread(pid);
  const waited = after.waitedSeconds - before.waitedSeconds;
  return { availableSeconds: seconds - waited, disturbance: waited / seconds };
}

function readThread(pid) {
  const [, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ').map(Number);
  return { waitedSeconds: waited / NANOSECONDS };
}

function buildBody(bytes) {
  return buildRequestBody('x'.repeat(bytes - buildRequestBody('').length));
}

function buildRequestBody(content) {
  return JSON.stringify({ model: 'bench', messages: [{ role: 'user', content }] });
}
