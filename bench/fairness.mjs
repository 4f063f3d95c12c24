/**
 * Measures the effect of a token that sends far more than its limit on another token: B's requests alone and during A's
 * flood, alternately in one run on one machine. It also measures the cost of a refusal. `--profile` writes a CPU
 * profile of the gateway to the current folder.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { onCore, startGateway } from './gateway.mjs';

const { values } = parseArgs({
  options: {
    rpm: { type: 'string', default: '600' },
    times: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '8' },
    profile: { type: 'boolean', default: false },
  },
});
const [rpm, times, rounds, seconds] = [values.rpm, values.times, values.rounds, values.seconds].map(Number);
const B_PER_SECOND = 20;
const MAX_RATIO = 1.5;
/** V8 compiles the code during the first requests, which are not measured. */
const WARM_UP = { perSecond: 400, seconds: 15 };

const GREEDY = { name: 'greedy', key: 'sk-mg-greedy-0123456789abcdef', rpm };
const MODEST = { name: 'modest', key: 'sk-mg-modest-0123456789abcdef', rpm: 100_000 };
const BODY = JSON.stringify({
  model: 'bench',
  messages: [{ role: 'user', content: 'lorem ipsum '.repeat(80) }],
});

const upstream = fork(new URL('./upstream.mjs', import.meta.url), onCore(0));
const [{ port }] = await once(upstream, 'message');
const execArgv = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${process.cwd()}`] : [];
const gateway = await startGateway(port, { tokens: [GREEDY, MODEST], execArgv });
const url = `${gateway.origin}/v1/chat/completions`;
const [flood, steady] = await Promise.all([startLoad(), startLoad()]);

await runPhase(2, { isFlooded: true });
await ask(steady, { url, body: BODY, sockets: 64, key: MODEST.key, ...WARM_UP });
const requestMicros = await measureRequests();
const alone = emptySums();
const beside = emptySums();
for (let round = 0; round < rounds; round += 1) {
  add(alone, await runPhase(seconds, { isFlooded: false }));
  add(beside, await runPhase(seconds, { isFlooded: true }));
}
report();
flood.kill();
steady.kill();
await gateway.stop();
upstream.kill();

async function startLoad() {
  const child = fork(new URL('./steady-load.mjs', import.meta.url), onCore(0));
  await once(child, 'message');
  return child;
}

async function runPhase(durationSeconds, { isFlooded }) {
  const order = { url, body: BODY, seconds: durationSeconds, sockets: 64 };
  const cpuBefore = gateway.cpuSeconds();
  const [modest, greedy] = await Promise.all([
    ask(steady, { ...order, key: MODEST.key, perSecond: B_PER_SECOND }),
    isFlooded ? ask(flood, { ...order, key: GREEDY.key, perSecond: (rpm / 60) * times }) : undefined,
  ]);
  const greedyStatuses = greedy?.statuses ?? {};
  return {
    latenciesMs: modest.latenciesMs,
    errors: modest.latenciesMs.length - (modest.statuses[200] ?? 0),
    greedyServed: greedyStatuses[200] ?? 0,
    refusals: greedyStatuses[429] ?? 0,
    greedyOthers: (greedy?.latenciesMs.length ?? 0) - (greedyStatuses[200] ?? 0) - (greedyStatuses[429] ?? 0),
    cpuSeconds: gateway.cpuSeconds() - cpuBefore,
    seconds: durationSeconds,
  };
}

/** CPU time of a request of B at the rate of A's refusals. */
async function measureRequests() {
  const order = { url, body: BODY, sockets: 64, key: MODEST.key, ...WARM_UP, seconds: 5 };
  const cpuBefore = gateway.cpuSeconds();
  await ask(steady, order);
  return ((gateway.cpuSeconds() - cpuBefore) / (order.perSecond * order.seconds)) * 1e6;
}

async function ask(child, order) {
  child.send(order);
  const [result] = await once(child, 'message');
  return result;
}

function emptySums() {
  return {
    latenciesMs: [],
    errors: 0,
    greedyServed: 0,
    refusals: 0,
    greedyOthers: 0,
    cpuSeconds: 0,
    seconds: 0,
  };
}

function add(sums, { latenciesMs, ...counts }) {
  sums.latenciesMs.push(...latenciesMs);
  for (const [name, value] of Object.entries(counts)) sums[name] += value;
}

function report() {
  const figures = (name, { latenciesMs, errors, refusals, greedyServed, greedyOthers, seconds: lasted }) => ({
    B: name,
    requests: latenciesMs.length,
    'p50 ms': quantile(latenciesMs, 0.5).toFixed(2),
    'p99 ms': quantile(latenciesMs, 0.99).toFixed(2),
    'errors of B': errors,
    'A served/s': (greedyServed / lasted).toFixed(1),
    'A refused/s': Math.round(refusals / lasted),
    'A otherwise': greedyOthers,
  });
  console.table([figures('alone', alone), figures('beside the flood of A', beside)]);
  const ratio = quantile(beside.latenciesMs, 0.99) / quantile(alone.latenciesMs, 0.99);
  const half = quantile(beside.latenciesMs, 0.5) / quantile(alone.latenciesMs, 0.5);
  const cpuMicroseconds = ((beside.cpuSeconds - alone.cpuSeconds) / beside.refusals) * 1e6;
  const load = loadavg()
    .map((average) => average.toFixed(1))
    .join(' ');
  console.log(
    [
      `p99 beside the flood is ${ratio.toFixed(2)} × p99 alone; p50 ${half.toFixed(2)} ×.`,
      `A sends ${times} × its limit of ${rpm} a minute. A refusal costs the gateway ${Math.round(cpuMicroseconds)} µs of CPU, a request ${Math.round(requestMicros)}.`,
      `Load of the machine: ${load}.`,
      ratio <= MAX_RATIO ? 'Fair.' : `Not fair: ${MAX_RATIO} is the most.`,
    ].join('\n'),
  );
  if (ratio > MAX_RATIO || alone.errors + beside.errors > 0) process.exitCode = 1;
}

function quantile(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
