import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandResult, runModelgate } from '../cli/run-modelgate.js';

interface Recorded {
  secretKey: string;
  token: string;
  admin: { email: string; password: string };
  queuedVideoKey: string;
  video: object;
  config: { channels: { models: object[] }[] };
}

/** The credentials of a recorded database. */
export const RECORDED = JSON.parse(
  readFileSync(new URL('installation.json', import.meta.url), 'utf8'),
) as Recorded;

/**
 * Writes the config file of the release, with one more model for `Load`, and returns the environment of its programs.
 */
export function prepareEnvironment(folder: string): Record<string, string> {
  const { config, secretKey } = RECORDED;
  const [main, ...others] = config.channels;
  const models = [...(main?.models ?? []), { id: 'm', upstream: 'sandbox-chat' }];
  const file = join(folder, 'modelgate.json');
  writeFileSync(file, JSON.stringify({ ...config, channels: [{ ...main, models }, ...others] }));
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    HOST: '127.0.0.1',
    MODELGATE_CONFIG: file,
    MODELGATE_SECRET_KEY: secretKey,
  };
}

/** Runs a command to its end, which has to be successful. */
export async function runSuccessfully(args: string[], environment: Record<string, string>): Promise<string> {
  const { exitCode, stdout, stderr }: CommandResult = await runModelgate(args, {
    cwd: environment['HOME'] ?? '/',
    ...environment,
  });
  if (exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${exitCode}:\n${stdout}\n${stderr}`);
  return stdout;
}
