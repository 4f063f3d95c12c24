import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service } from '#lifecycle';
import { ByteBudget } from '#limits';
import { UsageRepository } from '#metering';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { VIDEO_MODEL } from './console-retry.js';
import { PRICE_USD } from './models.js';
import { NotApplicable } from './row.js';
import { GUARANTEES, type Guarantee, ORIGIN_HEADERS, SURFACE_ROWS, type Send } from './surfaces.js';

const AT_ONCE = 6;
const MAX_OUTPUT_TOKENS = 20;
const SHORT = '[[words=3]]';
const SLOW = `[[delay=400]] ${SHORT}`;
/** One of these fits into the limit on tokens. */
const LONG = `${SLOW} ${'word '.repeat(6_400)}`;

interface GuaranteeCase {
  token: object;
  prompt: string;
  /** The number of concurrent calls that run. */
  served: number;
}

const MEMORY_BYTES = 64 * 1024 * 1024;
/** The reserve beyond the memory is for small requests only. */
const LARGE = `${SHORT} ${'word '.repeat(30_000)}`;

const CASES: Readonly<Record<Exclude<Guarantee, 'policies' | 'origin' | 'memory'>, GuaranteeCase>> = {
  rpm: { token: { rpm: 1 }, prompt: SHORT, served: 1 },
  tpm: { token: { tpm: 10_000 }, prompt: LONG, served: 1 },
  requestsPerDay: { token: { requestsPerDay: 1 }, prompt: SHORT, served: 1 },
  concurrency: { token: { concurrency: 1 }, prompt: SLOW, served: 1 },
  budget: { token: { budgetUsd: PRICE_USD }, prompt: SHORT, served: 1 },
  models: { token: { models: ['something-else'] }, prompt: SHORT, served: 0 },
};

interface SurfaceCase {
  title: string;
  key: string;
  guarantee: Guarantee;
  send: Send;
}

const SURFACE_CASES: SurfaceCase[] = Object.entries(SURFACE_ROWS).flatMap(([surface, row]) =>
  row.sends.flatMap(({ kind, send }) =>
    GUARANTEES.filter((guarantee) => !(row[guarantee] instanceof NotApplicable)).map((guarantee) => {
      const title = `${guarantee} for ${surface}, ${kind}`;
      return { title, key: `sk-mg-${title.replaceAll(/\W+/g, '-')}-0123456789`, guarantee, send };
    }),
  ),
);

const casesOf = (...guarantees: Guarantee[]): SurfaceCase[] =>
  SURFACE_CASES.filter(({ guarantee }) => guarantees.includes(guarantee));

let gateway: TestGateway;
let worker: Service;

beforeAll(async () => {
  const settings: Partial<Record<Guarantee, GuaranteeCase>> = CASES;
  gateway = await startTestGateway({
    sandbox: true,
    models: [
      { id: 'sandbox-chat', price: { perRequest: PRICE_USD } },
      { id: VIDEO_MODEL, price: { perSecondVideo: PRICE_USD } },
    ],
    memory: new ByteBudget({ maxBytes: MEMORY_BYTES, waitMs: 50 }),
    policies: { maxOutputTokens: MAX_OUTPUT_TOKENS },
    tokens: SURFACE_CASES.map(({ title, key, guarantee }) => ({
      name: title,
      key,
      owner: title,
      ...settings[guarantee]?.token,
    })),
  });
  worker = await createWorker(gateway.shared);
});

afterAll(async () => {
  await worker.close();
  await gateway.stop();
});

describe('of several calls at once, as many run as the token allows', () => {
  it.each(casesOf(...(Object.keys(CASES) as Guarantee[])))('by $title', async ({ key, guarantee, send }) => {
    const { prompt, served } = CASES[guarantee as keyof typeof CASES];
    const sent = Array.from({ length: AT_ONCE }, () => send(gateway, key, prompt));
    const outcomes = await Promise.all(sent);
    expect(outcomes.filter((outcome) => outcome === 'served')).toHaveLength(served);
  });
});

type UsageRecord = Awaited<ReturnType<UsageRepository['list']>>['records'][number];

/** The record of a request that was served. */
async function findRecord(owner: string): Promise<UsageRecord> {
  return eventually(async () => {
    await gateway.flushUsage();
    const { records } = await gateway.get(UsageRepository).list({ owner });
    return records.find(({ outcome }) => outcome === 'ok');
  });
}

describe('a call that is served', () => {
  it.each(casesOf('policies'))('is limited by the $title', async ({ title, key, send }) => {
    expect(await send(gateway, key, '[[words=200]]')).toBe('served');
    const { usage } = await findRecord(title);
    expect(usage.outputTokens).toBeLessThanOrEqual(MAX_OUTPUT_TOKENS);
  });

  it.each(casesOf('origin'))('has its $title', async ({ title, key, send }) => {
    expect(await send(gateway, key, SHORT)).toBe('served');
    expect(await findRecord(title)).toMatchObject({
      sessionId: ORIGIN_HEADERS['x-session-id'],
      client: { address: '127.0.0.1', userAgent: ORIGIN_HEADERS['user-agent'] },
    });
  });
});

describe('a call while requests use all memory', () => {
  it.each(casesOf('memory'))(
    'is rejected, and served when there is free memory: $title',
    async ({ key, send }) => {
      const memory = gateway.get(ByteBudget);
      // The socket of the previous test may not be closed yet.
      await eventually(() => memory.usedBytes === 0 || undefined);
      const hold = memory.open();
      await hold.take(MEMORY_BYTES);
      expect(await send(gateway, key, LARGE)).toBe('overloaded');
      hold.release();
      expect(await send(gateway, key, LARGE)).toBe('served');
    },
  );
});
