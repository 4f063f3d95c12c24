import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Service } from '#lifecycle';
import { RefusalJournal } from '#metering';
import { describeEnd, type EndedRequest } from '../../apps/web/src/pages/requests/describe-end.js';
import { outcomeLabel } from '../../apps/web/src/pages/requests/outcome.js';
import { OUTCOMES, describeOutcome } from '#canonical';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { ask } from './ask.js';
import { keyFor } from './outcome-causes.js';
import { OUTCOME_FAULTS } from './outcome-faults.js';
import { IN_FAULTS, OUTCOME_ROWS, type OutcomeRow, TOKENS } from './outcome-rows.js';
import { faultyChannels, provokeFault } from './provoke-fault.js';
import { People, type Person } from './people.js';

const MAX_UNCAUSED = 8;
const ROWS = Object.entries(OUTCOME_ROWS) as [outcome: keyof typeof OUTCOMES, row: OutcomeRow][];
const CAUSED = ROWS.flatMap(([outcome, row]) =>
  row !== IN_FAULTS && 'cause' in row ? [{ outcome, ...row }] : [],
);
const UNCAUSED = ROWS.flatMap(([outcome, row]) =>
  row !== IN_FAULTS && 'reason' in row ? [{ outcome, ...row }] : [],
);

const KINDS = {
  success: undefined,
  client: 'client',
  refused: 'refused',
  gateway: 'error',
  upstream: 'error',
} as const;

/** The text of the page besides the reason, unless the row has another one. */
const TEXTS = {
  success: undefined,
  client: undefined,
  refused: 'The gateway refused this request. No provider was called and nothing was charged.',
  gateway: 'The client received an error.',
  upstream: 'The task failed.',
};

type EndedBody = EndedRequest & { attempts: { outcome: string; error: string | null }[] };

/** The end of a request, or of its attempt with this outcome, as the page shows it. */
function readEnd(request: EndedBody, { outcome, isOfAttempt }: { outcome: string; isOfAttempt?: true }) {
  if (isOfAttempt) {
    const attempt = request.attempts.find((one) => one.outcome === outcome);
    return { outcome: attempt?.outcome, title: attempt?.error };
  }
  const { title = null, kind, text } = describeEnd(request) ?? {};
  return { outcome: request.outcome, title, kind, text };
}

describe('the outcome of a request', () => {
  const clock = {
    isFast: false,
    readings: 0,
    nowMs: 0,
    get cpuMs() {
      if (this.isFast) this.readings += 1;
      return this.readings * 1_000;
    },
  };
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  let people: People;
  let admin: Person;
  let worker: Promise<Service> | undefined;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    const channel = { provider: 'openai-compatible', baseUrl: upstream.url, apiKey: 'sk-upstream-1' };
    gateway = await startTestGateway({
      sandbox: true,
      channels: [
        ...(await faultyChannels(upstream)),
        { ...channel, name: 'first', models: [{ id: 'hedged', upstream: 'm' }], priority: 2 },
        { ...channel, name: 'second', models: [{ id: 'hedged', upstream: 'm' }], priority: 1 },
        { ...channel, name: 'videos', models: [{ id: 'video', upstream: 'video-1' }] },
        {
          ...channel,
          name: 'clips',
          provider: 'gemini',
          baseUrl: upstream.origin,
          models: [{ id: 'clip', upstream: 'video-1' }],
        },
        {
          ...channel,
          name: 'translated',
          provider: 'anthropic',
          baseUrl: upstream.origin,
          models: [{ id: 'translated', upstream: 'm' }],
        },
      ],
      models: [
        { id: 'm', price: { inputPerMTok: 1_000, outputPerMTok: 1_000 } },
        { id: 'hedged', hedgeMs: 20 },
        { id: 'front', fallbacks: ['m'] },
      ],
      tokens: Object.entries(TOKENS).map(([name, settings]) => ({ name, key: keyFor(name), ...settings })),
      policies: { moderation: { model: 'sandbox-moderation', action: 'block' } },
      quotas: { storedResponses: 1 },
      environment: { MODELGATE_ALLOWED_HOSTS: '127.0.0.1' },
      queueClock: clock,
    });
    people = await People.of(gateway);
    admin = await people.signedIn('admin');
  });

  beforeEach(() => {
    upstream.received.length = 0;
    gateway.forgetFaults();
  });

  afterAll(async () => {
    await people.leave();
    await (await worker)?.close();
    await gateway.stop();
    await upstream.close();
  });

  const get = async (path: string, who = admin): Promise<Record<string, unknown>> =>
    (await ask(gateway.origin, `GET /api/${path}`, { headers: who.headers })).body;

  const find = (id: string): Promise<EndedBody> =>
    eventually(async () => {
      await Promise.all([gateway.get(RefusalJournal).flush(), gateway.flushUsage()]);
      const { status, body } = await ask(gateway.origin, `GET /api/requests/${id}`, {
        headers: admin.headers,
      });
      return status === 200 ? (body as unknown as EndedBody) : undefined;
    });

  const startWorker = (): Promise<Service> => {
    const pollTimes = { minMs: 20, maxMs: 50, maxAfterFaultMs: 50 };
    worker ??= createWorker({ ...gateway.shared, settings: { pollTimes, lostMs: 100 } });
    return worker;
  };

  it('has a row', () => {
    expect(ROWS.map(([outcome]) => outcome).toSorted()).toEqual(Object.keys(OUTCOMES).toSorted());
    const inFaults = ROWS.filter(([, row]) => row === IN_FAULTS).map(([outcome]) => outcome);
    expect(new Set(inFaults)).toEqual(new Set(OUTCOME_FAULTS.map(({ outcome }) => outcome)));
    expect(UNCAUSED.length).toBeLessThanOrEqual(MAX_UNCAUSED);
  });

  it.each(OUTCOME_FAULTS)('$name is shown as it was recorded', async (fault) => {
    const errors = async (): Promise<number> => {
      const { data } = (await get('usage?group_by=channel')) as { data: { errors: number }[] };
      return data.reduce((all, sum) => all + sum.errors, 0);
    };
    const errorsBefore = await errors();
    const id = await provokeFault(fault, { gateway, upstream, admin });
    const body = await get(`requests/${id}`);
    expect(body).toMatchObject({
      outcome: fault.outcome,
      error: fault.sentence,
      error_detail: fault.detail,
      attempts: [{ outcome: fault.outcome, error: fault.sentence, error_detail: fault.detail }],
    });
    expect(outcomeLabel(fault.outcome)).toBe(fault.label);
    expect(describeEnd(body as unknown as EndedRequest)).toMatchObject({
      kind: fault.isError ? 'error' : 'client',
      title: fault.sentence,
      text: fault.text ?? 'The client received an error.',
    });
    expect((await errors()) - errorsBefore).toBe(Number(fault.isError));
    const { data } = (await get('requests?outcome=error&limit=1')) as { data: { id: string }[] };
    expect(data[0]?.id === id).toBe(fault.isError);
  });

  it.each(CAUSED)('$outcome: the console shows its label and its reason', async (row) => {
    const { outcome, label, title, text } = row;
    const id = await row.cause({ gateway, upstream, admin, clock, startWorker });
    const request = await find(id);
    const { group } = OUTCOMES[outcome];
    const reason = title instanceof RegExp ? expect.stringMatching(title) : title;
    expect(outcomeLabel(outcome)).toBe(label);
    expect(readEnd(request, row)).toEqual(
      row.isOfAttempt
        ? { outcome, title: reason }
        : { outcome, title: reason, kind: KINDS[group], text: text ?? TEXTS[group] },
    );
    const { data } = (await get(`requests?outcome=error&id=${id}`)) as { data: object[] };
    expect(data.length).toBe(Number(KINDS[group] === 'error'));
  });

  it.each(UNCAUSED)('$outcome has a description', ({ outcome, label, title }) => {
    expect(outcomeLabel(outcome)).toBe(label);
    expect(describeOutcome(outcome)).toBe(title);
  });
});
