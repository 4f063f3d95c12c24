import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const tailLines = 40;
/** npm takes half a minute to heed a signal. What it leaves behind when killed, the next install removes. */
const graceMs = 1_000;

/**
 * Runs a command and keeps its output to itself, unless it fails. It gets a process group of its own, so
 * that a signal to us ends whatever it started as well.
 */
export async function runQuietly(name, [file, ...args], { cwd, onStart }) {
  const child = spawn(file, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const tail = collectTail(child);
  const interruption = endWithUs(child);
  if (child.pid !== undefined) onStart?.(child.pid);
  const outcome = await ending(child);
  interruption.settle();
  if (outcome !== 'exit code 0') throw new Error(`${name} failed (${outcome}).\n${tail()}`.trimEnd());
}

function collectTail(child) {
  let text = '';
  const add = (chunk) => {
    text = (text + chunk).split('\n').slice(-tailLines).join('\n');
  };
  child.stdout.setEncoding('utf8').on('data', add);
  child.stderr.setEncoding('utf8').on('data', add);
  return () => text;
}

function ending(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** Passes the first signal on and exits once the command has; a second one ends us at once. */
function endWithUs(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  let received;
  const onSignal = (signal) => {
    received = signal;
    if (child.pid === undefined) return;
    signalGroup(child.pid, 'SIGTERM');
    setTimeout(() => signalGroup(child.pid, 'SIGKILL'), graceMs);
  };
  for (const signal of signals) process.once(signal, onSignal);
  return {
    settle() {
      for (const signal of signals) process.off(signal, onSignal);
      if (received !== undefined) process.exit(128 + constants.signals[received]);
    },
  };
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}
