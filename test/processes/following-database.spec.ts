import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { tellDatabase, withFollowingDatabase } from '#lifecycle';
import { afterEach, describe, expect, it } from '@jest/globals';

const SERVICE = fileURLToPath(new URL('./watched-service.mjs', import.meta.url));
const ENDS_IN_ORDER = ['{}', 'ends'];
const KEY = Buffer.alloc(32, 1).toString('base64');

describe('a service that is started before its database', () => {
  let child: ChildProcess;
  let log: string;

  afterEach(() => void child.kill('SIGKILL'));

  const start = (url: Promise<string>): void => {
    log = '';
    child = fork(SERVICE, ENDS_IN_ORDER, {
      env: withFollowingDatabase({ PATH: process.env['PATH'], MODELGATE_SECRET_KEY: KEY }),
      execArgv: ['--no-warnings'],
      silent: true,
    });
    child.stderr?.on('data', (chunk) => (log += String(chunk)));
    tellDatabase(child, url);
  };

  const untilMessage = (type: string): Promise<void> =>
    new Promise((resolve, reject) => {
      child.on('message', (message) => (message as { type: string }).type === type && resolve());
      child.once('exit', () => reject(new Error(`it ended before it said "${type}": ${log}`)));
    });

  it('starts once it receives the address of the database, and stops in order', async () => {
    start(Promise.resolve('postgres://127.0.0.1:1/none'));
    await untilMessage('ready');
    child.kill('SIGTERM');
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
    expect(log).toContain('stopping');
  });

  it('stops at once if it is told to before that', async () => {
    start(new Promise(() => undefined));
    await untilMessage('where is the database');
    child.kill('SIGTERM');
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
    expect(log).toBe('');
  });
});
