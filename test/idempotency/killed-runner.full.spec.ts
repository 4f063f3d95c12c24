import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { type TestDatabase, createTestDatabase } from '../harness/test-database.js';
import { type OpenedProcess, SECRET_KEY, openProcess } from './open-process.js';

const LEASE_MS = 3_000;
const RUNNER = fileURLToPath(new URL('./runner.mjs', import.meta.url));

let database: TestDatabase;
let survivor: OpenedProcess;
let runner: ChildProcess | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  survivor = await openProcess(database.url, { leaseMs: LEASE_MS });
});

afterEach(() => {
  runner?.kill('SIGKILL');
});

afterAll(async () => {
  await survivor.close();
  await database.drop();
});

const newRequest = (): { tokenId: string; route: string; key: string; bodyDigest: string } => ({
  tokenId: randomUUID(),
  route: 'POST /v1/chat/completions',
  key: 'k',
  bodyDigest: '{}',
});

async function startRunner(request: object, answer?: string): Promise<ChildProcess> {
  const order = {
    url: database.url,
    secretKeyHex: SECRET_KEY.toString('hex'),
    request,
    leaseMs: LEASE_MS,
    answer,
  };
  runner = spawn(process.execPath, [RUNNER, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (runner.stdout === null) throw new Error('the runner has no voice');
  const [said] = (await once(runner.stdout, 'data')) as [Buffer];
  expect(said.toString()).toBe('first\n');
  return runner;
}

async function kill(process: ChildProcess): Promise<void> {
  const exit = once(process, 'exit');
  process.kill('SIGKILL');
  await exit;
}

async function ask(request: ReturnType<typeof newRequest>): Promise<string> {
  try {
    const begun = await survivor.keys.begin({ ...request, bodyDigest: Buffer.from(request.bodyDigest) });
    return begun.kind === 'first' ? 'ran again' : begun.answer.body.toString();
  } catch (error) {
    const { kind, code } = GatewayError.from(error);
    return code ?? kind;
  }
}

/** The first response after the lease; requests during the lease must not run. */
async function firstOtherAnswer(request: ReturnType<typeof newRequest>): Promise<string> {
  const giveUpAt = performance.now() + 10 * LEASE_MS;
  while (performance.now() < giveUpAt) {
    const answer = await ask(request);
    if (answer !== 'key-in-flight') return answer;
    await sleep(LEASE_MS / 30);
  }
  throw new Error('the key is still held');
}

describe('a process that is killed', () => {
  it('holds its keys while it lives, and leaves them with an unknown outcome', async () => {
    const request = newRequest();
    const process = await startRunner(request);
    // Longer than a lease: it is renewed.
    for (let look = 0; look < 5; look += 1) {
      expect(await ask(request)).toBe('key-in-flight');
      await sleep(LEASE_MS / 3);
    }
    await kill(process);
    expect(await firstOtherAnswer(request)).toBe('idempotency_outcome_unknown');
    expect(await ask(request)).toBe('idempotency_outcome_unknown');
  });

  it('leaves its stored responses', async () => {
    const request = newRequest();
    await kill(await startRunner(request, 'given before the end'));
    expect(await ask(request)).toBe('given before the end');
  });
});
