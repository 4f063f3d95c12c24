import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CommandResult, runModelgate } from '../cli/run-modelgate.js';
import { type TestDatabase, createEmptyDatabase, eventually } from '../harness/index.js';
import { RunningModelgate, makeDataFolder, removeFolder } from './running-modelgate.js';

/** An installation as `npm start` creates it, with its own database. */
describe('an embedded installation', () => {
  const folder = makeDataFolder();
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const backup = join(folder, 'backup');
  let token: string;
  let video: string;
  let external: TestDatabase;
  let running: RunningModelgate;

  const run = (args: string[], environment: Record<string, string>, input = ''): Promise<CommandResult> =>
    runModelgate(args, { cwd: folder, PORT: '0', ...environment }, { input });

  const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(running.baseUrl + path, init)).json()) as Record<string, unknown>;
  };

  const expectEverything = async (): Promise<void> => {
    const chat = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hello!' }] };
    expect(await ask('/chat/completions', chat)).toMatchObject({ object: 'chat.completion' });
    const task = await ask(`/video/generations/${video}`);
    const file = await fetch(String(task['url']));
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(4, 8)
        .toString(),
    ).toBe('ftyp');
  };

  beforeAll(async () => {
    external = await createEmptyDatabase();
    running = new RunningModelgate(first);
    await running.ready();
    ({ token } = running);
    const made = await ask('/video/generations', { model: 'sandbox-video', prompt: 'A boat', duration: 1 });
    video = String(made['task_id']);
    await eventually(
      async () => (await ask(`/video/generations/${video}`))['status'] === 'completed',
      60_000,
    );
  });

  afterAll(async () => {
    await running.stop();
    await external.drop();
    removeFolder(folder);
  });

  it('is backed up while it runs, and restored with its key', async () => {
    const made = await run(['backup', backup], { MODELGATE_DATA_DIR: first });
    expect([made.exitCode, made.stdout]).toEqual([0, expect.stringContaining(`to ${backup}.`)]);
    const keyless = await run(['restore', backup], { MODELGATE_DATA_DIR: second });
    expect([keyless.exitCode, keyless.stderr]).toEqual([
      78,
      expect.stringContaining('The secret key is missing'),
    ]);
    mkdirSync(second, { recursive: true, mode: 0o755 });
    copyFileSync(join(first, 'secret.key'), join(second, 'secret.key'));
    const restored = await run(['restore', backup], { MODELGATE_DATA_DIR: second });
    expect([restored.exitCode, restored.stdout]).toEqual([
      0,
      expect.stringContaining('The ledger is correct'),
    ]);
    const here = await run(['move', '--to', external.url], { MODELGATE_DATA_DIR: first });
    expect([here.exitCode, here.stderr]).toEqual([75, expect.stringContaining('Stop it first')]);
    await running.stop();

    running = new RunningModelgate(second);
    await running.ready();
    await expectEverything();
    await running.stop();
  });

  it('is moved to an external database, with all data', async () => {
    const moved = await run(['move', '--to', '-'], { MODELGATE_DATA_DIR: first }, external.url);
    expect([moved.exitCode, moved.stdout]).toEqual([
      0,
      expect.stringContaining('The ledger of the copy is correct'),
    ]);
    expect(moved.stdout).toContain(`MODELGATE_SECRET_KEY_FILE=${join(first, 'secret.key')}`);
    expect(moved.stdout + moved.stderr).not.toContain(external.url);
    const twice = await run(['move', '--to', '-'], { MODELGATE_DATA_DIR: first }, external.url);
    expect([twice.exitCode, twice.stderr]).toEqual([1, expect.stringContaining('The database is not empty')]);

    running = new RunningModelgate(first, {
      DATABASE_URL: external.url,
      MODELGATE_SECRET_KEY_FILE: join(first, 'secret.key'),
    });
    await running.ready();
    await expectEverything();
  });
});
