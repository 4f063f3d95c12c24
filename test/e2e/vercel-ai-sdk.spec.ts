import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LanguageModel, generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

/** Each provider with a service of its format, and with one of another format. */
const CELLS = [
  ['openai chat', 'over-chat'],
  ['openai chat', 'over-anthropic'],
  ['openai responses', 'over-responses'],
  ['openai responses', 'over-gemini'],
  ['openai-compatible', 'over-chat'],
  ['openai-compatible', 'over-responses'],
  ['anthropic', 'over-anthropic'],
  ['anthropic', 'over-chat'],
  ['google', 'over-gemini'],
  ['google', 'over-responses'],
] as const;

const weather = tool({
  description: 'The weather in a city',
  inputSchema: jsonSchema<{ city: string }>({
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  }),
  execute: async ({ city }) => `It snows in ${city}.`,
});

describe('the Vercel AI SDK', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  let providers: Record<string, (model: string) => LanguageModel>;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    const channel = { apiKey: 'sk-upstream-1' };
    gateway = await startTestGateway({
      channels: [
        {
          ...channel,
          name: 'chat',
          provider: 'openai-compatible',
          baseUrl: upstream.url,
          models: ['over-chat'],
        },
        {
          ...channel,
          name: 'responses',
          provider: 'openai',
          baseUrl: upstream.url,
          formats: ['openai-responses'],
          models: ['over-responses'],
        },
        {
          ...channel,
          name: 'anthropic',
          provider: 'anthropic',
          baseUrl: upstream.origin,
          models: ['over-anthropic'],
        },
        { ...channel, name: 'gemini', provider: 'gemini', baseUrl: upstream.origin, models: ['over-gemini'] },
      ],
    });
    const settings = { apiKey: TEST_TOKEN, baseURL: gateway.baseUrl };
    const openai = createOpenAI(settings);
    providers = {
      'openai chat': (model) => openai.chat(model),
      'openai responses': (model) => openai.responses(model),
      'openai-compatible': createOpenAICompatible({ ...settings, name: 'modelgate' }),
      anthropic: createAnthropic(settings),
      google: createGoogleGenerativeAI({ ...settings, baseURL: `${gateway.origin}/v1beta` }),
    };
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  describe.each(CELLS)('%s, %s', (provider, model) => {
    const languageModel = (): LanguageModel => {
      const create = providers[provider];
      if (create === undefined) throw new Error(`no provider ${provider}`);
      return create(model);
    };

    it('generates text', async () => {
      upstream.scenario('text');
      const { text, finishReason, usage } = await generateText({
        model: languageModel(),
        prompt: 'Say hello',
        maxRetries: 0,
      });
      expect(text.length).toBeGreaterThan(3);
      expect(finishReason).toBe('stop');
      expect(usage.outputTokens).toBeGreaterThan(0);
    });

    it('streams text', async () => {
      upstream.scenario('unicode');
      const errors: unknown[] = [];
      const result = streamText({
        model: languageModel(),
        prompt: 'Say hello',
        maxRetries: 0,
        onError: ({ error }) => void errors.push(error),
      });
      let text = '';
      for await (const chunk of result.textStream) text += chunk;
      expect(errors).toEqual([]);
      expect(text).toBe(
        (await generateText({ model: languageModel(), prompt: 'Say hello', maxRetries: 0 })).text,
      );
      expect(await result.finishReason).toBe('stop');
    });

    it('calls a tool and continues with its result', async () => {
      upstream.scenario('tool');
      const { text, steps } = await generateText({
        model: languageModel(),
        prompt: 'Weather?',
        tools: { weather },
        stopWhen: stepCountIs(3),
        maxRetries: 0,
      });
      expect(steps).toHaveLength(2);
      expect(steps[0]?.toolCalls).toMatchObject([{ toolName: 'weather', input: { city: 'Oslo' } }]);
      expect(text).toContain('It snows in Oslo.');
    });
  });
});
