import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN } from '../harness/index.js';
import { UsageOfTokens } from './usage-of-tokens.js';
import { NAMED_ROWS, ROWS } from './matrix.js';
import { refusal, refusalIn } from './refusals.js';
import { rowsWith, rowsWithout } from './row.js';
import { SESSION_ROWS } from './rows/realtime-rows.js';
import { describeBlockedSessions, describeFlaggedSessions } from './sessions.cases.js';
import { Stage } from './stage.js';
import { type ObservedCall } from './wire-tap.js';

const THREAT = 'I will kill you tonight';

const openStage = (action: 'block' | 'flag'): Promise<Stage> =>
  Stage.open({
    tokens: { unrestricted: {} },
    sessions: { tokens: { unrestricted: {} } },
    policies: { moderation: { model: 'sandbox-moderation', action } },
    sandbox: true,
  });

describe('moderation that blocks', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage('block');
  });

  afterAll(async () => {
    await stage.closeGateway();
    await stage.close();
  });

  const ask = (row: (typeof ROWS)[number], text: string): Promise<ObservedCall> =>
    stage.ask(row, { column: 'unrestricted', options: { text } });

  it.each(rowsWith(ROWS, 'moderation'))('rejects a threat in %s', async (_name, row, { param }) => {
    const before = stage.received.length;
    const refused = await ask(row, THREAT);
    expect(refusalIn(refused)).toEqual(refusal('content policy', { ...row, param }));
    expect(refused.received.bytes.toString()).toContain('violence');
    expect(stage.received).toHaveLength(before);
  });

  it.each(NAMED_ROWS)('allows %s with other content', async (_name, row) => {
    const { received, error } = await ask(row, 'I will call you tonight');
    expect([error, received.status]).toEqual([undefined, 200]);
  });

  it.each(rowsWithout(ROWS, 'moderation'))('allows %s with a threat', async (_name, row) => {
    const { received, error } = await ask(row, THREAT);
    expect([error, received.status]).toEqual([undefined, 200]);
  });

  it('sends nothing to a token counter that was not moderated', async () => {
    const before = stage.received.length;
    const response = await fetch(`${stage.gateway.origin}/v1/messages/count_tokens`, {
      method: 'POST',
      headers: { 'x-api-key': TEST_TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'claude', messages: [{ role: 'user', content: THREAT }] }),
    });
    expect([response.status, response.headers.get('x-modelgate-token-count')]).toEqual([200, 'estimate']);
    expect(stage.received).toHaveLength(before);
  });

  describeBlockedSessions(() => stage);
});

describe('moderation that flags', () => {
  let stage: Stage;
  const usageOfTokens = new UsageOfTokens();
  const answers = new Map<string, ObservedCall>();

  beforeAll(async () => {
    stage = await openStage('flag');
    for (const row of ROWS) {
      answers.set(row.name, await stage.ask(row, { column: 'unrestricted', options: { text: THREAT } }));
    }
    await askInSessions();
    await stage.closeGateway();
    await usageOfTokens.read(stage, [...ROWS, ...SESSION_ROWS], ['unrestricted']);
  });

  afterAll(() => stage.close());

  it.each(rowsWith(ROWS, 'moderation'))('allows a threat in %s, and reports it in a header', (name) => {
    const { received, error } = answers.get(name) ?? {};
    expect([error, received?.status]).toEqual([undefined, 200]);
    expect(received?.headers.get('x-modelgate-flagged')).toContain('violence');
  });

  it.each(rowsWithout(ROWS, 'moderation'))('does not report a threat in %s', (name) => {
    expect(answers.get(name)?.received.status).toBe(200);
    expect(answers.get(name)?.received.headers.get('x-modelgate-flagged')).toBeNull();
  });

  it.each(rowsWith(ROWS, 'usage'))('is recorded for %s', (_name, row) => {
    const [record, ...others] = usageOfTokens.of('unrestricted', row);
    expect(others).toEqual([]);
    const isModerated = rowsWith([row], 'moderation').length > 0;
    expect(record?.flagged ?? []).toEqual(isModerated ? expect.arrayContaining(['violence']) : []);
  });

  const askInSessions = describeFlaggedSessions(() => stage, usageOfTokens);
});
