import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const tailLines = 40;
/** npm takes up to half a minute to react to a signal. The next install removes the files that a killed npm leaves. */
const graceMs = 1_000;

/**
 * Runs a command and shows the end of its output only if it fails. It has its own process group, so that a signal to
 * this process also ends the children of the command.
 */
export async function runQuietly(name, [file, ...args], { cwd, onStart }) {
  const child = spawn(file, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const tail = collectTail(child);
  const forwarding = forwardSignals(child);
  if (child.pid !== undefined) onStart?.(child.pid);
  const outcome = await waitForEnd(child);
  forwarding.settle();
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

function waitForEnd(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** Forwards the first signal and exits after the command. A second signal ends this process at once. */
function forwardSignals(child) {
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
    // The process has ended.
  }
}
