import { beforeAll, describe, expect, it } from '@jest/globals';
import { type RealtimeClient } from '../realtime/realtime-client.js';
import { type UsageOfTokens } from './usage-of-tokens.js';
import { PRICE_MICRO_USD, PRICE_USD, unpriced } from './models.js';
import { NAMED_SESSION_ROWS, SESSION_ROWS, type SessionRow } from './rows/realtime-rows.js';
import {
  type SessionOptions,
  answer,
  ask,
  countAsked,
  closeSession,
  openSession,
  refusedSession,
  sentTo,
} from './sessions.js';
import { type Stage, type GetStage, TEXT } from './stage.js';

const POLICY_VIOLATION = 1008;
const SESSION_ID = 'session-of-an-agent';
/** A text that no other test uses. */
const THREAT = 'I will kill you tomorrow';
const PRIVATE = ['ann@example.com', '+49 30 1234567', '4111 1111 1111 1111'];

export const SESSION_TOKENS = {
  stranger: { models: ['something-else'] },
  guest: { models: ['*'] },
  minute: { rpm: 2 },
  entryPoint: { rpm: 1 },
  // The session itself takes one while it is open.
  tokens: { tpm: 2 },
  running: { concurrency: 1 },
  total: { budgetUsd: PRICE_USD },
  rich: { budgetUsd: 1_000 },
  month: {},
  priced: {},
  unpriced: {},
};

export const SESSION_OWNERS = { month: { budget: { usd: PRICE_USD, period: 'monthly' } } };

export function describeSessionTokens(staged: GetStage): void {
  describe('a token with realtime sessions', () => {
    let stage: Stage;

    beforeAll(() => {
      stage = staged();
    });

    it.each(NAMED_SESSION_ROWS)('cannot open one if it may not use the model: %s', async (_name, row) => {
      const before = countAsked(stage);
      const refused = await refusedSession(stage, row, { column: 'stranger' });
      expect(refused).toMatchObject({ status: 403, error: { code: 'model_not_allowed', param: 'model' } });
      expect(countAsked(stage)).toBe(before);
    });

    it.each(NAMED_SESSION_ROWS)(
      'cannot open one under a name that escapes the path: %s',
      async (_name, row) => {
        for (const model of [`${row.model}/../x`, '..', `%07${row.model}`, 'x'.repeat(257)]) {
          const refused = await refusedSession(stage, row, { column: 'guest', model });
          expect(refused).toMatchObject({ status: 400, error: { code: 'invalid_value', param: 'model' } });
        }
      },
    );

    it.each(NAMED_SESSION_ROWS)(
      'cannot open one with a budget if the price is unknown: %s',
      async (_name, row) => {
        const refused = await refusedSession(stage, row, { column: 'rich', model: unpriced(row.model) });
        expect(refused).toMatchObject({
          status: 403,
          error: { code: 'model_price_unknown', param: 'model' },
        });
      },
    );

    it.each(NAMED_SESSION_ROWS)('can open one if it may use the model: %s', async (_name, row) => {
      const session = await openSession(stage, row, { column: 'guest' });
      expect(await answer(session)).toEqual({ status: 'completed', text: TEXT, error: undefined });
      await closeSession(stage, session);
    });

    it.each(NAMED_SESSION_ROWS)('is limited in new sessions per minute: %s', async (_name, row) => {
      const session = await openSession(stage, row, { column: 'entryPoint' });
      const refused = await refusedSession(stage, row, { column: 'entryPoint' });
      expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limit_exceeded' } });
      expect(refused.headers).toHaveProperty('retry-after');
      await closeSession(stage, session);
    });

    it.each(NAMED_SESSION_ROWS)('is limited in responses per minute: %s', async (_name, row) => {
      const session = await openSession(stage, row, { column: 'minute' });
      expect(await answer(session)).toMatchObject({ status: 'completed' });
      await expectOverLimit(session, row);
      await closeSession(stage, session);
    });

    it.each(NAMED_SESSION_ROWS)('is limited in tokens per minute: %s', async (_name, row) => {
      const session = await openSession(stage, row, { column: 'tokens' });
      expect(await answer(session)).toMatchObject({ status: 'completed' });
      await expectOverLimit(session, row);
      await closeSession(stage, session);
    });

    it.each(NAMED_SESSION_ROWS)('is limited in concurrent sessions: %s', async (_name, row) => {
      const session = await openSession(stage, row, { column: 'running' });
      const refused = await refusedSession(stage, row, { column: 'running' });
      expect(refused).toMatchObject({ status: 429, error: { code: 'concurrency_limit_exceeded' } });
      expect(await answer(session)).toMatchObject({ status: 'completed' });
      await closeSession(stage, session);
      await closeSession(stage, await openSession(stage, row, { column: 'running' }));
    });

    it.each(
      NAMED_SESSION_ROWS.flatMap(([name, row]) => [
        [name, 'total', 'insufficient_quota', row] as const,
        [name, 'month', 'spend_limit_reached', row] as const,
      ]),
    )('spends no more than its budget: %s, %s: %s', async (_name, column, code, row) => {
      const session = await openSession(stage, row, { column });
      expect(await answer(session)).toMatchObject({ status: 'completed' });
      const before = countAsked(stage);
      ask(session);
      expect(await session.whenClosed()).toMatchObject({ code: POLICY_VIOLATION });
      expect(session.events.at(-1)).toMatchObject({ type: 'error', error: { code } });
      expect(countAsked(stage)).toBe(before);
      expect(await stage.gateway.getLog(session.requestId)).toMatchObject({ closeCode: POLICY_VIOLATION });
      expect(await refusedSession(stage, row, { column })).toMatchObject({ status: 429, error: { code } });
    });

    /** No upstream is called, and the session continues. */
    async function expectOverLimit(session: RealtimeClient, { isLimitToldBy }: SessionRow): Promise<void> {
      const before = countAsked(stage);
      const from = session.events.length;
      ask(session);
      const told = await session.next(isLimitToldBy, from);
      const { error, response } = told;
      const ofResponse = { status: 'failed', status_details: { error: { code: 'rate_limit_exceeded' } } };
      if (isLimitToldBy === 'response.done') expect(response).toMatchObject(ofResponse);
      else expect(error).toMatchObject({ code: 'rate_limit_exceeded', event_id: 'the-response' });
      expect(countAsked(stage)).toBe(before);
      session.send({ type: 'input_audio_buffer.clear' });
      await session.next('input_audio_buffer.cleared', from);
      expect(session.closed).toBeUndefined();
    }
  });
}

/** Returns what has to be done before the records are read. */
export function describeSessionUsage(staged: GetStage, usageOfTokens: UsageOfTokens): () => Promise<void> {
  const seen = new Map<SessionRow, { requestId: string; usage: object }>();

  describe('the usage of a session', () => {
    it.each(NAMED_SESSION_ROWS)('is recorded once for each response: %s', (_name, row) => {
      const { model, operation, format } = row;
      const written = usageOfTokens.of('priced', row);
      expect(written).toEqual([
        expect.objectContaining({
          requestId: `${seen.get(row)?.requestId}-1`,
          sessionId: SESSION_ID,
          model,
          operation,
          format,
          isStreamed: true,
          outcome: 'ok',
          isEstimated: false,
          isCacheHit: false,
          costMicroUsd: PRICE_MICRO_USD,
          priceVersion: expect.any(String),
        }),
      ]);
      expect(written.map((one) => one.usage)).toMatchObject([seen.get(row)?.usage]);
    });

    it.each(NAMED_SESSION_ROWS)('has no cost if the price is unknown: %s', (_name, row) => {
      const [record, ...others] = usageOfTokens.of('unpriced', row);
      expect(others).toEqual([]);
      expect(record).toMatchObject({ model: unpriced(row.model), outcome: 'ok' });
      expect(record).not.toHaveProperty('costMicroUsd');
    });
  });

  return async () => {
    for (const row of SESSION_ROWS) {
      const unpricedModel = { column: 'unpriced', model: unpriced(row.model) };
      await askOnce(staged(), row, unpricedModel);
      const headers = { 'session-id': SESSION_ID };
      const requestId = await askOnce(staged(), row, { column: 'priced', headers });
      seen.set(row, { requestId, usage: usageSeen(staged(), row) });
    }
  };
}

async function askOnce(stage: Stage, row: SessionRow, options: SessionOptions): Promise<string> {
  const session = await openSession(stage, row, options);
  await answer(session);
  await closeSession(stage, session);
  return session.requestId;
}

/**
 * The count of the server that made the last response: one for each word, and a realtime service also reads its own
 * instructions.
 */
function usageSeen({ upstreams }: Stage, { model }: SessionRow): object {
  if (model !== 'realtime') return { inputTokens: 3, outputTokens: 3 };
  const last = upstreams.main.realtime.responses.at(-1);
  return { inputTokens: last?.usage.input_tokens, outputTokens: 3 };
}

export function describeSessionPolicies(staged: GetStage, maxTokens: number): void {
  describe('policies in a session', () => {
    it.each(NAMED_SESSION_ROWS)(
      'redact private data before it reaches the upstream: %s',
      async (_name, row) => {
        const session = await openSession(staged(), row, { column: 'unrestricted' });
        session.send({
          type: 'session.update',
          session: { type: 'realtime', instructions: `I am ${PRIVATE[0]}.` },
        });
        await session.next('session.updated');
        const { text } = await answer(session, `Tell ${PRIVATE.join(' and ')} about it`);
        expect(text).toBe('Tell [email] and [phone] and [card] about it');
        const sent = sentTo(staged());
        expect(sent).toContain('I am [email].');
        for (const secret of PRIVATE) expect(sent).not.toContain(secret);
        await closeSession(staged(), session);
      },
    );

    it.each(NAMED_SESSION_ROWS)('limit the length of responses: %s', async (_name, row) => {
      const words = Array.from({ length: 2 * maxTokens }, (_, index) => `word${index}`).join(' ');
      const session = await openSession(staged(), row, { column: 'unrestricted' });
      for (const response of [{}, { max_output_tokens: 4_000 }, { max_output_tokens: 'inf' }]) {
        await answer(session, words, response);
      }
      await closeSession(staged(), session);
      const limits = limitsSent(staged(), row);
      expect(limits).toHaveLength(3);
      for (const limit of limits) expect(limit).toBeLessThanOrEqual(maxTokens);
    });
  });
}

/** The limits that the upstream received for the responses of the last session. */
function limitsSent({ received, upstreams }: Stage, { model }: SessionRow): number[] {
  if (model !== 'realtime') {
    const asked = received.filter(({ route }) => route.endsWith('/messages')).slice(-3);
    const bodies = asked.map(({ rawBody }) => JSON.parse(rawBody.toString()) as object);
    return bodies.map((body) => Number((body as { max_tokens?: number }).max_tokens));
  }
  const responses = upstreams.main.realtime.connections.at(-1)?.responses ?? [];
  return responses.map(({ usage }) => usage.output_tokens);
}

export function describeBlockedSessions(staged: GetStage): void {
  describe('moderation in a session', () => {
    it.each(NAMED_SESSION_ROWS)('rejects threats, and the session continues: %s', async (_name, row) => {
      const session = await openSession(staged(), row, { column: 'unrestricted' });
      const from = session.events.length;
      ask(session, THREAT);
      const told = await session.until(
        () => session.events.slice(from).find((event) => JSON.stringify(event).includes('violence')),
        'a refusal that says why',
      );
      expect(JSON.stringify(told)).toContain('content_policy_violation');
      await session.next('response.done', from);
      expect(sentTo(staged())).not.toContain(THREAT);
      expect(session.closed).toBeUndefined();
      await closeSession(staged(), session);
    });

    it.each(NAMED_SESSION_ROWS)('allows other content: %s', async (_name, row) => {
      const session = await openSession(staged(), row, { column: 'unrestricted' });
      expect(await answer(session, 'I will call you tonight')).toMatchObject({
        status: 'completed',
        text: 'I will call you tonight',
      });
      await closeSession(staged(), session);
    });
  });
}

/** Returns what has to be done before the records are read. */
export function describeFlaggedSessions(staged: GetStage, usageOfTokens: UsageOfTokens): () => Promise<void> {
  const statuses = new Map<SessionRow, string>();

  describe('moderation that flags in a session', () => {
    it.each(NAMED_SESSION_ROWS)('allows threats, and records them: %s', (_name, row) => {
      expect(statuses.get(row)).toBe('completed');
      const [record, ...others] = usageOfTokens.of('unrestricted', row);
      expect(others).toEqual([]);
      expect(record?.flagged).toEqual(expect.arrayContaining(['violence']));
    });
  });

  return async () => {
    for (const row of SESSION_ROWS) {
      const session = await openSession(staged(), row, { column: 'unrestricted' });
      statuses.set(row, (await answer(session, THREAT)).status);
      await closeSession(staged(), session);
    }
  };
}
