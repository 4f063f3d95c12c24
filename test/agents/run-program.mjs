import { spawn } from 'node:child_process';

/** Runs a program until it ends, times out or is aborted; its child processes end with it. */
export function runProgram([program, ...args], { cwd, env, timeoutMs, signal }) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (said.stdout += chunk));
  child.stderr.on('data', (chunk) => (said.stderr += chunk));
  const startedAt = performance.now();
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    endGroup(child.pid);
  }, timeoutMs);
  const abortGroup = () => endGroup(child.pid);
  signal.addEventListener('abort', abortGroup);
  return new Promise((resolve) => {
    const finish = (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abortGroup);
      endGroup(child.pid);
      resolve({ ...said, code, isTimedOut, seconds: (performance.now() - startedAt) / 1000 });
    };
    child.once('error', (error) => {
      said.stderr += error.message;
      finish(-1);
    });
    child.once('exit', (code) => setTimeout(finish, 50, code));
  });
}

function endGroup(pid) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group has ended.
  }
}
