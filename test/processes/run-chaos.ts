import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a script of `chaos` to its end. */
export function runChaos(
  script: string,
  options: string[],
): Promise<{ exitCode: number | null; said: string }> {
  const { PATH = '', HOME = '/' } = process.env;
  const path = fileURLToPath(new URL(`../../chaos/${script}`, import.meta.url));
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--no-warnings', path, ...options],
      { env: { PATH, HOME } },
      (_, stdout, stderr) => resolve({ exitCode: child.exitCode, said: stdout + stderr }),
    );
  });
}
