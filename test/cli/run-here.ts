import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { runCommandLine } from '../../apps/cli/src/command-line.js';
import { type CommandResult } from './run-modelgate.js';

/**
 * Runs a command in this process: its output is the same, and it is fast. `cwd` is its working directory, not a
 * variable.
 */
export async function runHere(
  args: readonly string[],
  { cwd = process.cwd(), ...environment }: Record<string, string>,
  input = '',
): Promise<CommandResult> {
  const former = { env: process.env, exitCode: process.exitCode };
  const formerInput = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
  const printed = { stdout: '', stderr: '' };
  const spies = [
    ...(['stdout', 'stderr'] as const).map((name) =>
      jest.spyOn(process[name], 'write').mockImplementation((text) => {
        printed[name] += String(text);
        return true;
      }),
    ),
    jest.spyOn(process, 'cwd').mockReturnValue(cwd),
  ];
  process.env = { ...former.env, ...environment };
  process.exitCode = undefined;
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  try {
    await runCommandLine(args);
    return { ...printed, exitCode: exitCodeNow() };
  } finally {
    Object.defineProperty(process, 'stdin', formerInput);
    Object.assign(process, former);
    spies.forEach((spy) => spy.mockRestore());
  }
}

function exitCodeNow(): number {
  return Number(process.exitCode ?? 0);
}
