/**
 * Measures the cost of many concurrent realtime sessions, compared with a proxy that only forwards, in one run on one
 * machine. Each session sends and receives audio all the time. `--profile` writes a CPU profile of the gateway to the
 * current folder.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { getCpuSeconds, getResidentMegabytes, startGateway } from './gateway.mjs';
import { Sessions } from './realtime-sessions.mjs';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '10' },
    profile: { type: 'boolean', default: false },
  },
});
const [count, seconds] = [values.sessions, values.seconds].map(Number);
const WARM_UP = { sessions: 50, seconds: 2 };

const upstream = await start('./realtime-upstream.mjs');
const proxy = await start('./realtime-proxy.mjs', [String(upstream.port)]);
const gateway = await startGateway(upstream.port, {
  formats: ['openai-realtime'],
  execArgv: values.profile ? ['--cpu-prof', `--cpu-prof-dir=${process.cwd()}`] : [],
});

const bare = await measure({
  url: `ws://127.0.0.1:${proxy.port}/v1/realtime`,
  headers: {},
  cpuSeconds: () => getCpuSeconds(proxy.child.pid),
  residentMegabytes: () => getResidentMegabytes(proxy.child.pid),
});
const ours = await measure({
  ...gateway,
  url: `${gateway.origin.replace('http', 'ws')}/v1/realtime?model=bench`,
});
report();
await gateway.stop();
proxy.child.kill();
upstream.child.kill();

async function start(file, parameters = []) {
  const child = fork(new URL(file, import.meta.url), parameters);
  const [{ port }] = await once(child, 'message');
  return { child, port };
}

async function measure({ url, headers, cpuSeconds, residentMegabytes }) {
  const sessions = new Sessions();
  await sessions.open(WARM_UP.sessions, { url, headers });
  await sessions.speak(WARM_UP.seconds);
  await sessions.close();
  const megabytesBefore = residentMegabytes();
  const cpuAtFirst = cpuSeconds();
  const connectSeconds = await sessions.open(count, { url, headers });
  const idleMegabytes = residentMegabytes() - megabytesBefore;
  const cpuOnceOpen = cpuSeconds();
  const startedAt = performance.now();
  const spoken = await sessions.speak(seconds);
  const lastedSeconds = (performance.now() - startedAt) / 1000;
  const cpu = cpuSeconds() - cpuOnceOpen;
  const busyMegabytes = residentMegabytes() - megabytesBefore;
  await sessions.close();
  const frames = spoken.framesUp + spoken.framesDown;
  return {
    ...spoken,
    connectsPerSecond: count / connectSeconds,
    connectMilliseconds: ((cpuOnceOpen - cpuAtFirst) / count) * 1e3,
    framesPerSecond: frames / lastedSeconds,
    cpuShare: cpu / lastedSeconds,
    cpuMicroseconds: (cpu / frames) * 1e6,
    idleKilobytes: (idleMegabytes / count) * 1024,
    busyKilobytes: (busyMegabytes / count) * 1024,
  };
}

function report() {
  console.table([figures('a bare proxy', bare), figures('the gateway', ours)]);
  const ratio = ours.cpuMicroseconds / bare.cpuMicroseconds;
  const load = loadavg()
    .map((average) => average.toFixed(1))
    .join(' ');
  console.log(
    [
      `${count} sessions at once for ${seconds} s, each with ten frames a second either way where the machine keeps up.`,
      `A frame costs the gateway ${ratio.toFixed(2)} × what it costs a proxy that looks at nothing.`,
      `Load of the machine: ${load}.`,
    ].join('\n'),
  );
  const lost = [bare, ours].some(({ framesUp, framesDown }) => framesUp !== framesDown);
  if (!lost) return;
  console.log('Frames were lost.');
  process.exitCode = 1;
}

function figures(name, result) {
  return {
    through: name,
    'connects/s': Math.round(result.connectsPerSecond),
    'CPU ms/connect': result.connectMilliseconds.toFixed(1),
    'frames/s': Math.round(result.framesPerSecond),
    'CPU µs/frame': result.cpuMicroseconds.toFixed(1),
    'CPU %': Math.round(result.cpuShare * 100),
    'KB/session, idle': Math.round(result.idleKilobytes),
    'KB/session, speaking': Math.round(result.busyKilobytes),
    'p50 ms': quantile(result.latenciesMs, 0.5).toFixed(1),
    'p99 ms': quantile(result.latenciesMs, 0.99).toFixed(1),
  };
}

function quantile(numbers, share) {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
