/** What the gateway costs, beside the same upstream asked directly, in one run on one machine. */
import { fork } from 'node:child_process';
import { startGateway } from './gateway.mjs';
import { runLoad } from './load.mjs';

const CASES = [
  { name: 'chat, 1 KB', promptBytes: 1_000, count: 3_000, isStreamed: false },
  { name: 'chat, 20 KB', promptBytes: 20_000, count: 2_000, isStreamed: false },
  { name: 'chat, 128 KB', promptBytes: 128_000, count: 800, isStreamed: false },
  { name: 'stream of 100 events', promptBytes: 1_000, count: 500, isStreamed: true },
];
const CONCURRENCY = 16;

const upstream = fork(new URL('./upstream.mjs', import.meta.url));
const { port } = await new Promise((resolve) => upstream.once('message', resolve));
const gateway = await startGateway(port);

const rows = [];
for (const { name, promptBytes, count, isStreamed } of CASES) {
  const body = JSON.stringify({
    model: 'bench',
    ...(isStreamed ? { stream: true } : {}),
    messages: [{ role: 'user', content: 'lorem ipsum '.repeat(promptBytes / 12) }],
  });
  const load = { body, count, concurrency: CONCURRENCY };
  const json = {
    'content-type': 'application/json',
    accept: isStreamed ? 'text/event-stream' : 'application/json',
  };
  const direct = { ...load, url: `http://127.0.0.1:${port}/v1/chat/completions`, headers: json };
  const through = {
    ...load,
    url: `${gateway.origin}/v1/chat/completions`,
    headers: { ...json, ...gateway.headers },
  };
  await runLoad({ ...through, count: Math.ceil(count / 5) });
  const plain = await runLoad(direct);
  const cpuBefore = gateway.cpuSeconds();
  const relayed = await runLoad(through);
  const cpu = ((gateway.cpuSeconds() - cpuBefore) / count) * 1e6;
  rows.push({
    case: name,
    'direct/s': Math.round(plain.perSecond),
    'gateway/s': Math.round(relayed.perSecond),
    'time ratio': (plain.perSecond / relayed.perSecond).toFixed(2),
    'added p50 ms': (relayed.p50 - plain.p50).toFixed(2),
    'added p99 ms': (relayed.p99 - plain.p99).toFixed(2),
    'gateway CPU µs/request': Math.round(cpu),
  });
}
console.table(rows);
console.log(
  `${CONCURRENCY} requests at a time; the gateway holds ${Math.round(gateway.residentMegabytes())} MB.`,
);
await gateway.stop();
upstream.kill();
