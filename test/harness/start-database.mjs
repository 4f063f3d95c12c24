import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildTests } from './built-tests.mjs';

/** In a separate process, because Jest rewrites what is loaded here. */
export default async function startDatabase() {
  const building = buildTests();
  const server = spawn(process.execPath, [join(import.meta.dirname, 'database-server.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit')]);
  if (server.exitCode !== null) throw new Error('the database server of the tests did not start');
  await building;
  Object.assign(process.env, JSON.parse(line));
  globalThis.stopDatabase = async () => {
    server.stdin.end();
    await once(server, 'exit');
  };
}
