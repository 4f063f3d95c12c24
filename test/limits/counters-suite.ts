import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type Counters, type LimitRefusal, type LimitSubject, Limits, type SubjectLimits } from '#limits';

const NOON_MS = Date.UTC(2030, 0, 1, 12);

/** The rules of every implementation of counters. Each case has its own subject, and its own time. */
export function testCounters(open: () => Promise<Counters>): void {
  let counters: Counters;
  let limits: Limits;
  let subjects = 0;

  beforeAll(async () => {
    counters = await open();
    limits = new Limits(counters);
  });

  afterAll(() => counters.close());

  const subjectWith = (given: SubjectLimits, kind = 'token'): LimitSubject => ({
    id: `${kind}:${(subjects += 1)}`,
    limits: given,
  });

  const admit = async (of: LimitSubject | LimitSubject[], atMs = NOON_MS, estimatedTokens = 0) =>
    limits.admit([of].flat(), { requestId: 'r', estimatedTokens, nowMs: atMs });

  const refusal = async (of: LimitSubject | LimitSubject[], atMs = NOON_MS, estimatedTokens = 0) =>
    (await admit(of, atMs, estimatedTokens).then(
      () => undefined,
      (error: unknown) => error,
    )) as LimitRefusal | undefined;

  describe('requests per minute', () => {
    it('are admitted up to the limit, and again when the first of them are a minute old', async () => {
      const token = subjectWith({ rpm: 3 });
      await admit(token, NOON_MS);
      await admit(token, NOON_MS + 30_000);
      await admit(token, NOON_MS + 59_999);
      expect(await refusal(token, NOON_MS + 60_000)).toMatchObject({
        kind: 'rate-limited',
        retryAfterSeconds: 2,
        message: 'Rate limit reached: 3 requests per minute for this token. Try again in 2 s.',
      });
      await admit(token, NOON_MS + 62_000);
      expect(await refusal(token, NOON_MS + 62_000)).toMatchObject({ retryAfterSeconds: 30 });
    });

    it('apply across the boundary of a minute', async () => {
      const token = subjectWith({ rpm: 2 });
      await admit(token, NOON_MS - 1);
      await admit(token, NOON_MS - 1);
      expect(await refusal(token, NOON_MS)).toMatchObject({ kind: 'rate-limited', retryAfterSeconds: 60 });
    });

    it('are never admitted above the limit in any 60 s', async () => {
      const steps = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 20, maxLength: 40 });
      await fc.assert(
        fc.asyncProperty(steps, async (pauses) => {
          const token = subjectWith({ rpm: 4 });
          const admitted: number[] = [];
          let nowMs = NOON_MS;
          for (const pauseMs of pauses) {
            nowMs += pauseMs;
            if ((await refusal(token, nowMs)) === undefined) admitted.push(nowMs);
            const lastMinute = admitted.filter((atMs) => atMs > nowMs - 60_000);
            expect(lastMinute.length).toBeLessThanOrEqual(4);
          }
        }),
        { numRuns: 20 },
      );
    });
  });

  describe('requests per day', () => {
    it('start again at midnight UTC', async () => {
      const token = subjectWith({ requestsPerDay: 1 });
      const midnightMs = Date.UTC(2030, 0, 2);
      await admit(token, midnightMs - 3_600_000);
      expect(await refusal(token, midnightMs - 90_000)).toMatchObject({
        kind: 'rate-limited',
        retryAfterSeconds: 90,
        message: 'Rate limit reached: 1 request per day for this token. Try again at midnight UTC.',
      });
      await admit(token, midnightMs);
    });
  });

  describe('tokens per minute', () => {
    it('are returned if fewer were used', async () => {
      const token = subjectWith({ tpm: 100 });
      const admission = await admit(token, NOON_MS, 90);
      expect(await refusal(token, NOON_MS, 20)).toMatchObject({
        kind: 'rate-limited',
        message: 'Rate limit reached: 100 tokens per minute for this token. Try again in 60 s.',
      });
      admission.adjustTokens(80, NOON_MS + 1_000);
      await admit(token, NOON_MS + 1_000, 20);
    });

    it('are taken if more were used, from when that is known', async () => {
      const token = subjectWith({ tpm: 100 });
      const admission = await admit(token, NOON_MS, 10);
      admission.adjustTokens(150, NOON_MS + 40_000);
      expect(await refusal(token, NOON_MS + 63_000, 1)).toMatchObject({ retryAfterSeconds: 39 });
      await admit(token, NOON_MS + 102_000, 1);
    });

    it('count once, however often they are corrected', async () => {
      const token = subjectWith({ tpm: 100 });
      const admission = await admit(token, NOON_MS, 50);
      for (const tokens of [70, 20, 20, 60]) admission.adjustTokens(tokens, NOON_MS);
      expect(await refusal(token, NOON_MS, 41)).toMatchObject({ kind: 'rate-limited' });
      await admit(token, NOON_MS, 40);
    });

    it('that are expired are not returned', async () => {
      const token = subjectWith({ tpm: 100 });
      const admission = await admit(token, NOON_MS, 50);
      await admit(token, NOON_MS + 70_000, 60);
      admission.adjustTokens(0, NOON_MS + 70_000);
      expect(await refusal(token, NOON_MS + 70_000, 41)).toMatchObject({ kind: 'rate-limited' });
    });

    it('delay requests of unknown size while there are none left', async () => {
      const token = subjectWith({ tpm: 10 });
      await admit(token, NOON_MS, 10);
      expect(await refusal(token, NOON_MS, 0)).toMatchObject({ kind: 'rate-limited' });
    });

    it('reject permanently what is larger than the limit', async () => {
      const owner = subjectWith({ tpm: 100 }, 'owner');
      const refused = await refusal([subjectWith({ tpm: 500 }), owner], NOON_MS, 101);
      expect(refused).toMatchObject({ kind: 'request-over-limit', retryAfterSeconds: undefined });
      expect(refused?.message).toContain('100 tokens per minute for all tokens of this owner combined');
      await admit(owner, NOON_MS, 100);
    });
  });

  describe('concurrent requests', () => {
    it('end once each', async () => {
      const token = subjectWith({ concurrency: 2 });
      const [first] = [await admit(token), await admit(token)];
      expect(await refusal(token)).toMatchObject({
        kind: 'concurrency-exceeded',
        retryAfterSeconds: 1,
        message:
          'Concurrency limit reached: 2 concurrent requests for this token. Try again when one of them has finished.',
      });
      first.release();
      first.release();
      await admit(token);
      expect(await refusal(token, NOON_MS + 1_000)).toMatchObject({ kind: 'concurrency-exceeded' });
    });
  });

  describe('several limits', () => {
    it('are taken all or not at all', async () => {
      const token = subjectWith({ rpm: 2, requestsPerDay: 10, concurrency: 10, tpm: 100 });
      const owner = subjectWith({ rpm: 1 }, 'owner');
      await admit([token, owner], NOON_MS, 10);
      for (let attempt = 0; attempt < 5; attempt += 1) {
        expect(await refusal([token, owner], NOON_MS + attempt, 10)).toMatchObject({
          message: expect.stringContaining('1 request per minute for all tokens of this owner combined'),
        });
      }
      const { state } = await admit(token, NOON_MS, 10);
      expect(state).toEqual({
        requests: { limit: 2, remaining: 0, resetMs: 62_000 },
        tokens: { limit: 100, remaining: 80, resetMs: 62_000 },
      });
    });

    it('return the tightest', async () => {
      const token = subjectWith({ rpm: 50, tpm: 1_000 });
      const owner = subjectWith({ rpm: 100, requestsPerDay: 20, tpm: 400 }, 'owner');
      const { state } = await admit([token, owner], NOON_MS + 1_500, 100);
      expect(state).toEqual({
        requests: { limit: 20, remaining: 19, resetMs: 12 * 3_600_000 - 1_500 },
        tokens: { limit: 400, remaining: 300, resetMs: 60_500 },
      });
    });

    it('name the one with the longest wait', async () => {
      const token = subjectWith({ rpm: 1, requestsPerDay: 1, concurrency: 1 });
      await admit(token);
      expect(await refusal(token)).toMatchObject({
        kind: 'rate-limited',
        retryAfterSeconds: 43_200,
        state: { requests: { limit: 1, remaining: 0, resetMs: 43_200_000 } },
      });
    });
  });
}
