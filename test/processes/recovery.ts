import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../harness/index.js';
import { RunningModelgate, isAlive, makeDataFolder, removeFolder } from './running-modelgate.js';
import { findFreePort } from '../small-server/index.js';

const RECOVERY_MS = 20_000;

/**
 * Recovery after a crash, with the services of the environment. If a suite repeats this with other services, kills that
 * do not affect these are left out. Returns the running installation.
 */
export function testRecovery(
  environment: () => Record<string, string>,
  { isRepeated = false } = {},
): () => RunningModelgate {
  const folder = makeDataFolder();
  const dataDir = `${folder}/data`;
  let modelgate: RunningModelgate;
  let token: string;
  let port: number;
  let load: Load;

  beforeAll(async () => {
    port = await findFreePort();
    modelgate = new RunningModelgate(dataDir, { ...environment(), PORT: String(port) });
    await modelgate.ready();
    token = modelgate.token;
    load = new Load(modelgate.baseUrl, token);
  }, 60_000);

  afterAll(async () => {
    await load.stop();
    await modelgate.stop();
    removeFolder(folder);
  });

  it('of the API: it restarts automatically', async () => {
    const killed = modelgate.childPid('api');
    process.kill(killed, 'SIGKILL');
    await eventually(() => modelgate.newChildPid('api', killed), RECOVERY_MS);
    await load.succeedsAgain();
  }, 40_000);

  it('of the worker: it restarts automatically, and no request is affected', async () => {
    const killed = modelgate.childPid('worker');
    const failuresBefore = load.failures;
    process.kill(killed, 'SIGKILL');
    await eventually(() => modelgate.newChildPid('worker', killed), RECOVERY_MS);
    await load.succeedsAgain();
    expect(load.failures).toBe(failuresBefore);
  }, 40_000);

  if (!isRepeated) {
    it('of the database: it restarts automatically, and no request is affected', async () => {
      const killed = modelgate.postgresPid;
      const others = [modelgate.childPid('api'), modelgate.childPid('worker')];
      const failuresBefore = load.failures;
      process.kill(killed, 'SIGKILL');
      await eventually(() => (getPostgresPid(modelgate) ?? killed) !== killed || undefined, RECOVERY_MS);
      await eventually(() => modelgate.stderr.includes('change feed reconnected') || undefined, RECOVERY_MS);
      await load.succeedsAgain();
      expect(load.failures).toBe(failuresBefore);
      expect([modelgate.childPid('api'), modelgate.childPid('worker')]).toEqual(others);
    }, 60_000);

    it('of the supervisor: its children end, and the next start takes over', async () => {
      const children = [modelgate.childPid('api'), modelgate.childPid('worker')];
      process.kill(modelgate.supervisorPid, 'SIGKILL');
      await modelgate.exited;
      modelgate = new RunningModelgate(dataDir, { ...environment(), PORT: String(port) });
      await modelgate.ready();
      expect(children.filter(isAlive)).toEqual([]);
      await load.succeedsAgain();
    }, 60_000);
  }

  it('of everything at once: the next start needs no manual cleanup', async () => {
    for (const pid of modelgate.pids()) process.kill(pid, 'SIGKILL');
    await modelgate.exited;
    modelgate = new RunningModelgate(dataDir, { ...environment(), PORT: String(port) });
    await modelgate.ready();
    await load.succeedsAgain();
  }, 60_000);

  return () => modelgate;
}

function getPostgresPid(modelgate: RunningModelgate): number | undefined {
  try {
    return modelgate.postgresPid;
  } catch {
    return undefined;
  }
}

/** Sends one request after another until it is stopped. */
class Load {
  successes = 0;
  failures = 0;
  private isStopped = false;
  private readonly running: Promise<void>;

  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
  ) {
    this.running = this.run();
  }

  async succeedsAgain(): Promise<void> {
    const before = this.successes;
    await eventually(() => this.successes >= before + 3 || undefined, RECOVERY_MS);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      if (await this.isAnswered()) this.successes += 1;
      else this.failures += 1;
      await sleep(10);
    }
  }

  private async isAnswered(): Promise<boolean> {
    try {
      const response = await fetch(`${this.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'sandbox-chat',
          messages: [{ role: 'user', content: 'still there?' }],
        }),
        signal: AbortSignal.timeout(5_000),
      });
      const body = await response.text();
      return response.status === 200 && body.includes('still there?');
    } catch {
      return false;
    }
  }
}
