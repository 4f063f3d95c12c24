/** Measures the capacity before and after each overload, so that other programs disturb both. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { onCore, startGateway } from '../gateway.mjs';
import { prefer, watchGateway } from './gateway-thread.mjs';
import { findCapacity, summarise } from './summary.mjs';

export const TIMES = 5;
const REQUESTS_AT_ONCE = 16;
const LIGHT_PER_SECOND = 20;
const HEALTH_PER_SECOND = 10;
const LOAD_CORE = 0;
const PATH = '/v1/chat/completions';
/** The load must leave CPU time to the upstream and to this process, which share its core. */
const NICENESS = { gateway: -15, upstream: -18, lightLoad: -20, heavyLoad: -15 };
/** A proxy adds such a header to the requests of its clients. */
const PROXY_HEADERS = ['x-forwarded-for: 192.0.2.1'];

const TOKENS = Object.fromEntries(
  ['first', 'second', 'light'].map((name) => [name, { name, key: `sk-mg-${name.padEnd(24, '0')}` }]),
);

/**
 * Two equal tokens that together send five times what the gateway can serve, beside a light token and a probe of
 * /healthz.
 */
export async function measureOverload({ rounds: count, seconds, ...load }) {
  const place = await start(load);
  try {
    await place.run({ heavy: {} }, seconds.warmUp);
    const alone = await place.run({ light: true }, seconds.alone);
    await place.run({ heavy: {} }, seconds.warmUp);
    const rounds = [];
    for (let round = 0; round < count; round += 1) {
      const before = await place.run({ heavy: {} }, seconds.capacity);
      const heavy = { perSecond: (findCapacity(before) * TIMES) / 2 };
      const overload = await place.run({ heavy, light: true }, seconds.overload);
      await place.run({ heavy: {} }, seconds.warmUp);
      const after = await place.run({ heavy: {} }, seconds.capacity);
      rounds.push({ perSecond: findCapacity(before, after), capacity: [before, after], overload });
    }
    return summarise({ alone, rounds });
  } finally {
    await place.stop();
  }
}

/** The bytes of a body, and the connections of each of the two tokens. */
async function start({ bytes, connections, isProxied = false, execArgv = [] }) {
  const upstream = fork(new URL('../upstream.mjs', import.meta.url), onCore(LOAD_CORE));
  const [{ port: upstreamPort }] = await once(upstream, 'message');
  const gateway = await startGateway(upstreamPort, { tokens: Object.values(TOKENS), execArgv });
  const [heavyLoad, lightLoad] = await Promise.all([startLoad(), startLoad()]);
  for (const [name, { pid }] of Object.entries({ gateway, upstream, lightLoad, heavyLoad }))
    prefer(pid, NICENESS[name]);
  const port = Number(new URL(gateway.origin).port);
  const body = buildBody(bytes);
  const headers = isProxied ? PROXY_HEADERS : [];
  const buildFlow = ({ key }, rest) => ({ port, path: PATH, key, body, headers, ...rest });
  const buildHeavy = ({ perSecond }) =>
    [TOKENS.first, TOKENS.second].map((token) =>
      buildFlow(token, { perSecond, atOnce: REQUESTS_AT_ONCE, connections }),
    );
  const lightFlows = [
    buildFlow(TOKENS.light, { perSecond: LIGHT_PER_SECOND, connections: 32 }),
    { port, path: '/healthz', method: 'GET', perSecond: HEALTH_PER_SECOND, connections: 32 },
  ];
  return {
    async run({ heavy, light }, seconds) {
      const orders = [];
      if (heavy !== undefined) orders.push(order(heavyLoad, { flows: buildHeavy(heavy), seconds }));
      if (light) orders.push(order(lightLoad, { flows: lightFlows, seconds }));
      await Promise.all(orders.map(({ started }) => started));
      const times = await watchGateway(gateway.pid, seconds);
      const results = await Promise.all(orders.map((each) => each.results));
      const heavies = heavy === undefined ? [] : results[0];
      const [lightResult, health] = light ? results.at(-1) : [];
      return { heavies, light: lightResult, health, seconds, ...times };
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

function order(child, message) {
  const started = once(child, 'message');
  const results = started.then(() => once(child, 'message')).then(([answer]) => answer.results);
  child.send(message);
  return { started, results };
}

function buildBody(bytes) {
  return buildRequestBody('x'.repeat(bytes - buildRequestBody('').length));
}

function buildRequestBody(content) {
  return JSON.stringify({ model: 'bench', messages: [{ role: 'user', content }] });
}
