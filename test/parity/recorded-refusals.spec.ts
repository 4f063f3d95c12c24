import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RefusalJournal } from '#metering';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { type TestGateway, channelTo, eventually, startTestGateway } from '../harness/index.js';
import { AGENT, REFUSAL_CASES, type RefusalCase, post } from './recorded-refusals.js';

const CASES = Object.entries(REFUSAL_CASES).flatMap(([surface, cases]) =>
  cases.map((one) => ({ surface, ...one })),
);
const ORDERING = 'sk-mg-ordering-0123456789abcdef';
const keyFor = ({ surface, title }: { surface: string; title: string }): string =>
  `sk-mg-${`${surface} ${title}`.replaceAll(/\W+/g, '-')}-0123456789`;
const nameFor = ({ surface, title }: { surface: string; title: string }): string =>
  title.startsWith('a token') || title.startsWith('a deadline') ? title : `${surface}: ${title}`;

const toRow = ({ recorded }: RefusalCase): object =>
  expect.objectContaining({ client_address: '127.0.0.1', user_agent: AGENT, ...recorded });

describe('a rejected request is recorded once, with its reason, token and client', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({
      sandbox: true,
      channels: [
        {
          ...channelTo(upstream),
          provider: 'openai',
          models: [{ id: 'realtime', upstream: 'gpt-realtime' }],
        },
      ],
      policies: { moderation: { model: 'sandbox-moderation', action: 'block' } },
      tokens: [
        { name: 'ordering', key: ORDERING },
        ...CASES.map((one) => ({ name: nameFor(one), key: keyFor(one), ...one.token })),
      ],
    });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  async function findRecorded(one: { surface: string; title: string }): Promise<Record<string, unknown>[]> {
    await gateway.get(RefusalJournal).flush();
    return gateway.database.query(
      `SELECT refused_requests.*, tokens.owner AS token_owner
       FROM refused_requests JOIN tokens ON tokens.id::text = token_id WHERE tokens.name = $1`,
      [nameFor(one)],
    );
  }

  async function waitForRecorded(one: { surface: string; title: string }): Promise<unknown> {
    await eventually(async () => ((await findRecorded(one)).length > 0 ? true : undefined));
    return findRecorded(one);
  }

  it.each(CASES.filter(({ surface }) => surface !== 'background'))('$surface: $title', async (one) => {
    await one.send(gateway, keyFor(one));
    expect(await waitForRecorded(one)).toEqual([toRow(one)]);
  });

  it('background: each rejection, when the worker starts the run; and the client of a run', async () => {
    const cases = CASES.filter(({ surface }) => surface === 'background');
    for (const one of cases) await one.send(gateway, keyFor(one));
    await post('/v1/responses', { model: 'sandbox-chat', input: 'hello', background: true })(
      gateway,
      ORDERING,
    );
    const worker = await createWorker(gateway.shared);
    try {
      for (const one of cases) expect(await waitForRecorded(one)).toEqual([toRow(one)]);
      const [row] = await eventually(async () => {
        const found = await gateway.database.query(
          `SELECT client_address, user_agent FROM usage_events
           JOIN usage_names ON usage_names.id = usage_events.token JOIN tokens ON tokens.id::text = usage_names.name
           WHERE tokens.name = 'ordering' AND is_streamed`,
        );
        return found.length > 0 ? found : undefined;
      });
      expect(row).toEqual({ client_address: '127.0.0.1', user_agent: AGENT });
    } finally {
      await worker.close();
    }
  });

  it('a video: its task stores the client for its usage', async () => {
    await post('/v1/videos', { model: 'sandbox-video', prompt: 'a harbour' })(gateway, ORDERING);
    const [row] = await gateway.database.query(
      `SELECT request->'client' AS client FROM video_tasks JOIN tokens ON tokens.id::text = token_id::text
       WHERE tokens.name = 'ordering'`,
    );
    expect(row).toEqual({ client: { address: '127.0.0.1', userAgent: AGENT } });
  });
});
