import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { eventually } from '../harness/index.js';

const SCRIPT = fileURLToPath(new URL('../../scripts/modelgate.mjs', import.meta.url));

/** Transactions of another client that a migration has to wait for. */
export const HOLDS = {
  /** It has read a table that later migrations change, whatever the release. */
  table: ['BEGIN', 'SELECT count(*) FROM public.channels'],
  /** It has a snapshot from before an index that a migration builds concurrently. */
  snapshot: ['BEGIN ISOLATION LEVEL REPEATABLE READ', 'SELECT count(*) FROM public.migrations'],
} as const;

/** Runs `modelgate migrate`, and kills it while it waits for another client. */
export async function killMigration(
  url: string,
  environment: Record<string, string>,
  hold: keyof typeof HOLDS,
): Promise<void> {
  const holder = new Client({ connectionString: url, application_name: 'a long report' });
  await holder.connect();
  for (const statement of HOLDS[hold]) await holder.query(statement);
  const migrating = spawn(process.execPath, [SCRIPT, 'migrate'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(migrating, 'exit');
  let said = '';
  migrating.stderr.on('data', (text: Buffer) => (said += text.toString()));
  await eventually(() => {
    if (migrating.exitCode !== null) throw new Error(`the migration was not interrupted:\n${said}`);
    return said.includes('a long report');
  }, 150_000);
  migrating.kill('SIGKILL');
  await exited;
  await holder.end();
}
