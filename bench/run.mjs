/**
 * What the gateway costs, as multiples of a bare proxy that is measured beside it in the same run: CPU time of the process
 * that serves, for the same requests to the same upstream.
 */
import { fork } from 'node:child_process';
import { getCpuSeconds, onCore, startGateway } from './gateway.mjs';
import { runLoad } from './load.mjs';

const PROSE = 'the quick brown fox jumps over the lazy dog and ';
const CODE = 'if (a < "b") {\n\treturn \'c\';\n}\n';
const EVENTS = 64;

/** `goal`: so many times the bare proxy's CPU time a request may take at most. */
const CASES = [
  { name: '1 KB', text: PROSE, bytes: 1_000, count: 6_000, goal: 1.1 },
  { name: '16 KB', text: PROSE, bytes: 16_000, count: 4_000, goal: 1 },
  { name: '128 KB of prose', text: PROSE, bytes: 128_000, count: 1_500, goal: 0.5 },
  { name: '128 KB of code', text: CODE, bytes: 128_000, count: 1_500, goal: 0.5 },
  {
    name: 'stream, event in a burst',
    model: 'bench-burst',
    text: PROSE,
    bytes: 1_000,
    count: 2_000,
    goal: 1,
  },
  { name: 'stream, event by itself', model: 'bench-paced', text: PROSE, bytes: 1_000, count: 300, goal: 1.1 },
];
const CONCURRENCY = 32;
/** A program is compiled while it runs: before, one would measure the compiler. */
const WARM_UP = 20_000;

const upstream = fork(new URL('./upstream.mjs', import.meta.url), onCore(0));
const { port } = await new Promise((resolve) => upstream.once('message', resolve));
const bareProcess = fork(new URL('./bare-proxy.mjs', import.meta.url), [String(port)], onCore(1));
const { port: barePort } = await new Promise((resolve) => bareProcess.once('message', resolve));
const gateway = await startGateway(port);
const headers = { 'content-type': 'application/json', ...gateway.headers };
const bare = { origin: `http://127.0.0.1:${barePort}`, cpuSeconds: () => getCpuSeconds(bareProcess.pid) };

for (const place of [bare, gateway]) await send(place, CASES[0], WARM_UP);
const rows = [];
for (const one of CASES) rows.push(await measure(one));
console.table(rows);
console.log(
  `µs of CPU time, ${CONCURRENCY} requests at a time; the gateway holds ${Math.round(gateway.residentMegabytes())} MB.`,
);
await gateway.stop();
bareProcess.kill();
upstream.kill();

async function measure(one) {
  const isStreamed = one.model !== undefined;
  const cost = async (place) => {
    await send(place, one, Math.ceil(one.count / 5));
    const before = place.cpuSeconds();
    const { p50 } = await send(place, one, one.count);
    const micros = ((place.cpuSeconds() - before) / one.count) * 1e6;
    return { micros: isStreamed ? micros / EVENTS : micros, p50 };
  };
  const least = await cost(bare);
  const ours = await cost(gateway);
  const ratio = ours.micros / least.micros;
  return {
    case: one.name,
    bare: Number(least.micros.toFixed(1)),
    gateway: Number(ours.micros.toFixed(1)),
    ratio: Number(ratio.toFixed(2)),
    goal: one.goal,
    held: ratio <= one.goal ? 'yes' : 'no',
    'added p50 ms': Number((ours.p50 - least.p50).toFixed(2)),
  };
}

function send({ origin }, { model = 'bench', text, bytes }, count) {
  const body = JSON.stringify({
    model,
    ...(model === 'bench' ? {} : { stream: true }),
    messages: [{ role: 'user', content: text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes) }],
  });
  return runLoad({ url: `${origin}/v1/chat/completions`, headers, body, count, concurrency: CONCURRENCY });
}
