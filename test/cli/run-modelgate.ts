import { type ChildProcess, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from '#config';

const script = fileURLToPath(new URL('../../scripts/modelgate.mjs', import.meta.url));

export interface CommandResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** The working directory of a command; the other members are variables of its environment. */
export type CommandEnvironment = { cwd: string } & Record<string, string>;

export interface RunOptions {
  /** The standard input. */
  input?: string | undefined;
  /** The command is interrupted, as by Ctrl-C, once it has printed this. */
  interruptAfter?: string | undefined;
}

/** Runs the command line as a separate process, with the environment of a bare shell and the given variables. */
export function runModelgate(
  args: readonly string[],
  { cwd, ...environment }: CommandEnvironment,
  { input = '', interruptAfter }: RunOptions = {},
): Promise<CommandResult> {
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

/** Interrupts once: a second signal would end the program without waiting. */
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
