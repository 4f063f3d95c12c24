import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEnvironment } from '#config';
import { People } from '../../../../test/admin/people.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../../../test/harness/index.js';

const SCRIPT = fileURLToPath(new URL('../../../../scripts/modelgate.mjs', import.meta.url));

// Starts a process that polls every two seconds.
describe('modelgate request tail --follow', () => {
  let gateway: TestGateway;
  let people: People;
  let environment: Record<string, string>;

  beforeAll(async () => {
    gateway = await startTestGateway();
    people = await People.of(gateway);
    const { authorization = '' } = await people.script(['requests:read']);
    environment = {
      PATH: readEnvironment()['PATH'] ?? '',
      MODELGATE_SERVER: gateway.origin,
      MODELGATE_ADMIN_TOKEN: authorization.replace('Bearer ', ''),
    };
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
  });

  const chat = async (): Promise<string> => {
    const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: '{"model":"sandbox-chat","messages":[{"role":"user","content":"hi"}]}',
    });
    await response.text();
    await gateway.flushUsage();
    return response.headers.get('x-request-id') ?? '';
  };

  it('prints each request once when it has ended, and exits on SIGINT', async () => {
    const first = await chat();
    const child = spawn(process.execPath, [SCRIPT, 'request', 'tail', '--follow', '--json'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ids: unknown[] = [];
    const lines = createInterface(child.stdout);
    const nextLine = async (): Promise<void> => {
      const [line] = (await once(lines, 'line')) as [string];
      ids.push((JSON.parse(line) as { id: unknown }).id);
    };
    await nextLine();
    const second = await chat();
    await nextLine();
    expect(ids).toEqual([first, second]);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
