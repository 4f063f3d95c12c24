/**
 * Measures the time of the first and of later runs of `npm start` in a built checkout, and the cost of an idle gateway:
 * memory of each process (PSS) and the CPU time of all. Linux only. Run it on an idle machine.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './gateway.mjs';

const STARTS = Number(process.env.STARTS ?? 3);
/** Until the garbage of the start is collected and idle connections are closed. */
const SETTLE_SECONDS = Number(process.env.SETTLE_SECONDS ?? 75);
const REST_SECONDS = Number(process.env.REST_SECONDS ?? 60);

const START_TIMEOUT_MS = 60_000;

const GOALS = {
  'first start, s': 5,
  'later start, s': 2,
  'supervisor, MB': 32,
  'api, MB': 95,
  'worker, MB': 75,
  'postgres, MB': 40,
  'processor, %': 1,
};

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'modelgate-bench-rest-'));
// The database may run as another user, which must be able to read its files.
chmodSync(folder, 0o755);
try {
  report(await measure());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const first = await start();
  await first.stop();
  const later = [];
  let last;
  for (let count = 0; count < STARTS; count += 1) {
    await last?.stop();
    last = await start();
    later.push(last.seconds);
  }
  await sleep(SETTLE_SECONDS * 1000);
  const rest = await lookAtRest(last.pid);
  await last.stop();
  return { 'first start, s': first.seconds, 'later start, s': median(later), ...rest };
}

/** Resolves when the API and the console respond. */
async function start() {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      MODELGATE_DATA_DIR: join(folder, 'data'),
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let timer;
  await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('Modelgate is ready.')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`it ended with ${code}:\n${said}`)));
    timer = setTimeout(
      () => (child.kill(), reject(new Error(`it does not get ready:\n${said}`))),
      START_TIMEOUT_MS,
    );
  });
  clearTimeout(timer);
  const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
  if (status !== 200) throw new Error(`/readyz answers ${status}`);
  return {
    pid: child.pid,
    seconds: (performance.now() - startedAt) / 1000,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function lookAtRest(supervisor) {
  const before = cpuMs(supervisor);
  await sleep(REST_SECONDS * 1000);
  const after = cpuMs(supervisor);
  const spent = Object.fromEntries(
    Object.entries(after).map(([part, ms]) => [part, (ms - (before[part] ?? 0)) / (REST_SECONDS * 10)]),
  );
  const memory = Object.groupBy?.(treeOf(supervisor), ({ part }) => part) ?? group(treeOf(supervisor));
  console.table(
    Object.entries(memory).map(([part, processes]) => ({
      part,
      processes: processes.length,
      'MB (PSS)': sum(processes.map(({ pid }) => pssMegabytes(pid))).toFixed(1),
      'processor %': spent[part]?.toFixed(2),
    })),
  );
  const megabytes = (part) => {
    if (memory[part] === undefined) throw new Error(`no process of ${part} is running`);
    return sum(memory[part].map(({ pid }) => pssMegabytes(pid)));
  };
  return {
    'supervisor, MB': megabytes('supervisor'),
    'api, MB': megabytes('api'),
    'worker, MB': megabytes('worker'),
    'postgres, MB': megabytes('postgres'),
    'processor, %': sum(Object.values(spent)),
  };
}

function report(figures) {
  console.table(
    Object.entries(GOALS).map(([what, goal]) => ({
      what,
      figure: figures[what].toFixed(2),
      goal,
      held: figures[what] <= goal ? 'yes' : 'NO',
    })),
  );
}

/** The supervisor and its descendants. */
function treeOf(supervisor) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)));
  const tree = all.filter(({ pid }) => pid === supervisor);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree.map((each) => ({ ...each, part: each.pid === supervisor ? 'supervisor' : partOf(each) }));
}

function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [{ pid, parent: Number(fields[1]), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }];
  } catch {
    // The process has ended.
    return [];
  }
}

function partOf({ command }) {
  return /apps\/(api|worker)\/src\/main\.js/.exec(command)?.[1] ?? 'postgres';
}

/** CPU time by part. Processes that start and end during the measurement do not count; they are few. */
function cpuMs(supervisor) {
  const parts = {};
  for (const { pid, part } of treeOf(supervisor)) parts[part] = (parts[part] ?? 0) + threadsCpuMs(pid);
  return parts;
}

/** From schedstat in nanoseconds. The ticks of /proc/PID/stat are 10 ms, too coarse for an idle process. */
function threadsCpuMs(pid) {
  try {
    return sum(
      readdirSync(`/proc/${pid}/task`).map(
        (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      ),
    );
  } catch {
    return 0;
  }
}

function pssMegabytes(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024;
  } catch {
    return 0;
  }
}

function group(processes) {
  const parts = {};
  for (const each of processes) (parts[each.part] ??= []).push(each);
  return parts;
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

function median(values) {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];
}
