import { type ChildProcess, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from '#config';

const script = fileURLToPath(new URL('../../scripts/modelgate.mjs', import.meta.url));

export interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Where a command is run; what is not a folder is a variable of its environment. */
export type Place = { cwd: string } & Record<string, string>;

export interface Handling {
  /** What is piped in. */
  input?: string | undefined;
  /** It is interrupted, as by Ctrl-C, once it has printed this. */
  interruptAfter?: string | undefined;
}

/** Runs the command line as a process of its own, with only what a bare shell has and what is given. */
export function runModelgate(
  args: readonly string[],
  { cwd, ...environment }: Place,
  { input = '', interruptAfter }: Handling = {},
): Promise<Ended> {
  const { PATH = '', HOME = '/' } = readEnvironment();
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [script, ...args],
      { env: { PATH, HOME, ...environment }, cwd, maxBuffer: 64 * 1024 * 1024 },
      (_, stdout, stderr) => resolve({ exitCode: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end(input);
    if (interruptAfter !== undefined) interruptOnce(child, interruptAfter);
  });
}

/** Once: somebody who asks again does not want to wait. */
function interruptOnce(child: ChildProcess, words: string): void {
  let printed = '';
  const listen = (chunk: string): void => {
    printed += chunk;
    if (!printed.includes(words)) return;
    child.stdout?.off('data', listen);
    child.kill('SIGINT');
  };
  child.stdout?.on('data', listen);
}
