import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service } from '#lifecycle';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { type TestGateway, startTestGateway } from '../harness/index.js';
import { NotApplicable } from './row.js';
import { SURFACE_ROWS, type Send } from './surfaces.js';

const AT_ONCE = 6;
const LIMITS = ['rpm', 'tpm', 'concurrency'] as const;
/** One of the larger requests fits into the limit on tokens, and so do all of the smaller ones. */
const TPM = 10_000;
const BYTES = { rpm: 40, tpm: 32_000, concurrency: 40 };

interface Case {
  title: string;
  key: string;
  limit: (typeof LIMITS)[number];
  send: Send;
}

const CASES: Case[] = Object.entries(SURFACE_ROWS).flatMap(([surface, row]) =>
  Object.entries(row.sends).flatMap(([way, send]) =>
    LIMITS.flatMap((limit) => {
      const title = `${limit} for ${surface}, ${way}`;
      const key = `sk-mg-${title.replaceAll(/\W+/g, '-')}-0123456789`;
      return row[limit] instanceof NotApplicable ? [] : [{ title, key, limit, send }];
    }),
  ),
);

let gateway: TestGateway;
let worker: Service;

beforeAll(async () => {
  const tokens = CASES.map(({ title, key, limit }) => ({
    name: title,
    key,
    [limit]: { rpm: 1, tpm: TPM, concurrency: 1 }[limit],
  }));
  gateway = await startTestGateway({ sandbox: true, tokens });
  worker = await createWorker(gateway.shared);
});

afterAll(async () => {
  await worker.close();
  await gateway.stop();
});

describe('of several calls at once, one may run', () => {
  it.each(CASES)('by $title', async ({ key, limit, send }) => {
    const sent = Array.from({ length: AT_ONCE }, () => send(gateway, key, BYTES[limit]));
    const outcomes = await Promise.all(sent);
    expect(outcomes.filter((outcome) => outcome === 'served')).toHaveLength(1);
  });
});
