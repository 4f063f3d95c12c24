import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';
import { RealtimeClient, type ServerEvent, getRefusal } from '../../realtime/realtime-client.js';
import { channelsTo } from './realtime-harness.js';

const INSTRUCTIONS = 'Answer like a lighthouse keeper.';
const TOOL = {
  type: 'function' as const,
  name: 'ring',
  description: 'Rings',
  parameters: { type: 'object' },
};
const BETA = 'openai-beta.realtime-v1';

/** What a browser offers as subprotocols. */
const offer = (secret: string, ...more: string[]): string[] => [
  'realtime',
  `openai-insecure-api-key.${secret}`,
  ...more,
];

describe('a session with a client secret', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  let server: OpenAI;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({ sandbox: true, channels: channelsTo(upstream) });
    server = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  async function secretFor(model: string): Promise<string> {
    const { value } = await server.realtime.clientSecrets.create({
      session: {
        type: 'realtime',
        model,
        instructions: INSTRUCTIONS,
        output_modalities: ['text'],
        tools: [TOOL],
        max_output_tokens: 100,
      },
    });
    return value;
  }

  const buildUrl = (model: string): string => `${gateway.baseUrl}/realtime?model=${model}`;

  it.each(['sandbox-realtime', 'gemini', 'gpt-realtime', 'old-realtime'])(
    'with %s begins with the settings of the secret',
    async (model) => {
      const protocols = offer(await secretFor(model));
      const session = await RealtimeClient.connect(buildUrl(model), { protocols });
      const [first] = [await session.next('session.created')];
      expect(session.events[0]).toBe(first);
      expect(first).toMatchObject({
        session: {
          type: 'realtime',
          model,
          instructions: INSTRUCTIONS,
          output_modalities: ['text'],
          tools: [TOOL],
          max_output_tokens: 100,
        },
      });
      expect(session.events.filter(({ type }) => type === 'session.updated')).toEqual([]);
      expect(await answerIn(session)).toContain('one two');
      await leave(session);
    },
  );

  it.each(['sandbox-realtime', 'gemini', 'gpt-realtime', 'old-realtime'])(
    'with %s does so in the first version too',
    async (model) => {
      const protocols = offer(await secretFor(model), BETA);
      const session = await RealtimeClient.connect(buildUrl(model), { protocols });
      expect(await session.next('session.created')).toMatchObject({
        session: {
          model,
          instructions: INSTRUCTIONS,
          modalities: ['text'],
          tools: [TOOL],
          max_response_output_tokens: 100,
        },
      });
      await session.next('conversation.created');
      expect(session.events.map(({ type }) => type)).toEqual(['session.created', 'conversation.created']);
      expect(await answerIn(session)).toContain('one two');
      await leave(session);
    },
  );

  it('needs no model parameter, and rejects another model', async () => {
    const protocols = offer(await secretFor('sandbox-realtime'));
    const session = await RealtimeClient.connect(`${gateway.baseUrl}/realtime`, { protocols });
    expect(await session.next('session.created')).toMatchObject({ session: { model: 'sandbox-realtime' } });
    await leave(session);
    const refusal = await getRefusal(buildUrl('gpt-realtime'), { protocols });
    expect(refusal).toMatchObject({ status: 403, error: { code: 'model_not_allowed' } });
  });

  it.each(['gemini', 'gpt-realtime'])('with %s may change its initial settings', async (model) => {
    const session = await RealtimeClient.connect(buildUrl(model), {
      protocols: offer(await secretFor(model)),
    });
    await session.next('session.created');
    session.send({ type: 'session.update', session: { type: 'realtime', instructions: 'Sing.', tools: [] } });
    expect(await session.next('session.updated')).toMatchObject({
      session: { instructions: 'Sing.', tools: [], output_modalities: ['text'], max_output_tokens: 100 },
    });
    await leave(session);
  });
});

async function answerIn(session: RealtimeClient): Promise<string> {
  const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'one two' }] };
  session.send({ type: 'conversation.item.create', item });
  session.send({ type: 'response.create' });
  const { response } = (await session.next('response.done')) as ServerEvent & { response: Answer };
  return response.output[0]?.content[0]?.text ?? '';
}

interface Answer {
  output: { content: { text?: string }[] }[];
}

async function leave(session: RealtimeClient): Promise<void> {
  session.close();
  await session.whenClosed();
}
