import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Exposition } from '../exposition/index.js';
import { type TestDatabase, createTestDatabase, eventually } from '../harness/index.js';
import { RunningModelgate, makeDataFolder, removeFolder } from './running-modelgate.js';

const PROCESSES = 2;
const SCRAPE_MS = 4_000;
/** Shorter than it takes to start another process. */
const BRIEF_SCRAPE_MS = 300;

function processesThat(state: string, exposition: Exposition): number | undefined {
  return exposition.value('modelgate_api_processes', { state });
}

function cpuSeconds(exposition: Exposition): number {
  return exposition.value('process_cpu_seconds_total') ?? Number.NaN;
}

describe('the metrics of several API processes', () => {
  const folder = makeDataFolder();
  let database: TestDatabase;
  let modelgate: RunningModelgate;

  beforeAll(async () => {
    database = await createTestDatabase();
    modelgate = new RunningModelgate(`${folder}/data`, {
      MODELGATE_API_PROCESSES: String(PROCESSES),
      DATABASE_URL: database.url,
      MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
    });
    await modelgate.ready();
  });

  afterAll(async () => {
    await modelgate.stop();
    removeFolder(folder);
    await database.drop();
  });

  /** On a new connection, so that the processes alternate. */
  const scrape = (timeoutMs = SCRAPE_MS): Promise<Exposition> =>
    new Promise((resolve, reject) => {
      const { origin } = new URL(modelgate.baseUrl);
      const options = { agent: false, signal: AbortSignal.timeout(timeoutMs) };
      const asking = get(`${origin}/metrics`, options, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('error', reject);
        response.on('end', () => resolve(new Exposition(text)));
      });
      asking.on('error', reject);
    });

  /**
   * A scrape that finds so many processes in that state; one that was passed to a process that is gone gets no
   * response.
   */
  const scrapeUntil = (state: string, count: number, timeoutMs = SCRAPE_MS): Promise<Exposition> =>
    eventually(async () => {
      const exposition = await scrape(timeoutMs).catch(() => undefined);
      return exposition && processesThat(state, exposition) === count ? exposition : undefined;
    }, 30_000);

  const servingPid = (): number => {
    const pid = modelgate.childPid('api');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    expect(children).toHaveLength(PROCESSES);
    return Number(children[0]);
  };

  it('are those of all, whichever process responds', async () => {
    let before = 0;
    for (let turn = 0; turn < 2 * PROCESSES; turn += 1) {
      const exposition = await scrape();
      expect(processesThat('answering', exposition)).toBe(PROCESSES);
      expect(processesThat('silent', exposition)).toBe(0);
      expect(cpuSeconds(exposition)).toBeGreaterThan(before);
      before = cpuSeconds(exposition);
    }
  });

  it('report a process that does not respond, and are still returned', async () => {
    const before = cpuSeconds(await scrape());
    const pid = servingPid();
    process.kill(pid, 'SIGSTOP');
    const meanwhile = await scrapeUntil('silent', 1).finally(() => process.kill(pid, 'SIGCONT'));
    expect(processesThat('answering', meanwhile)).toBe(PROCESSES - 1);
    expect(cpuSeconds(meanwhile)).toBeGreaterThan(before);
    expect(processesThat('silent', await scrapeUntil('answering', PROCESSES))).toBe(0);
  });

  it('never decrease when a process dies', async () => {
    const before = cpuSeconds(await scrape());
    process.kill(servingPid(), 'SIGKILL');
    const without = await scrapeUntil('answering', PROCESSES - 1, BRIEF_SCRAPE_MS);
    expect(cpuSeconds(without)).toBeGreaterThan(before);
    const after = await scrapeUntil('answering', PROCESSES);
    expect(cpuSeconds(after)).toBeGreaterThan(cpuSeconds(without));
  });
});
