import { beforeAll, describe, expect, it } from '@jest/globals';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import OpenAI from 'openai';
import { TEST_TOKEN, type TestGateway } from '../../harness/index.js';

const MESSAGES: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'An earlier question' },
  { role: 'assistant', content: 'An earlier answer' },
  { role: 'user', content: [{ type: 'text', text: 'What is a gateway, 门户?' }] },
];
const TEXTS = ['Be brief.', 'An earlier question', 'An earlier answer', 'What is a gateway, 门户?'];

export function describeChat(started: () => TestGateway): void {
  describe('the sandbox model', () => {
    let gateway: TestGateway;
    let client: OpenAI;

    beforeAll(() => {
      gateway = started();
      client = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    });

    const complete = () => client.chat.completions.create({ model: 'sandbox-chat', messages: MESSAGES });
    const chunksWith = async (
      options?: OpenAI.ChatCompletionStreamOptions,
    ): Promise<OpenAI.ChatCompletionChunk[]> => {
      const stream = await client.chat.completions.create({
        model: 'sandbox-chat',
        messages: MESSAGES,
        stream: true,
        stream_options: options,
      });
      return collect(stream);
    };

    it('replies to the last user message, and always with the same text', async () => {
      const [first, second] = [await complete(), await complete()];
      expect(first).toEqual(second);
      expect(first.object).toBe('chat.completion');
      expect(first.choices[0]).toMatchObject({
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant' },
      });
      expect(first.choices[0]?.message.content).toContain('What is a gateway, 门户?');
      expect(first.choices[0]?.message.content).not.toContain('An earlier question');
    });

    it('counts tokens like the models that it replaces', async () => {
      const { usage, choices } = await complete();
      const perMessage = MESSAGES.map(
        ({ role }, index) => 3 + countTokens(role) + countTokens(TEXTS[index] ?? ''),
      );
      const promptTokens = perMessage.reduce((sum, tokens) => sum + tokens, 3);
      const completionTokens = countTokens(choices[0]?.message.content ?? '');
      expect(usage).toMatchObject({
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        total_tokens: promptTokens + completionTokens,
      });
    });

    it('streams the same response word by word', async () => {
      const chunks = await chunksWith();
      const words = chunks.flatMap(({ choices }) => choices[0]?.delta.content || []);
      const { choices } = await complete();
      expect(words.join('')).toBe(choices[0]?.message.content);
      expect(words.length).toBeGreaterThan(10);
      expect(words.every((word) => /^\s*\S+$/.test(word))).toBe(true);
      expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
      expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
      expect(chunks.some(({ usage }) => usage != null)).toBe(false);
    });

    it('ends a stream with its usage if that is requested', async () => {
      const chunks = await chunksWith({ include_usage: true });
      const { usage } = await complete();
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage });
      expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true);
    });

    it('is counted in the log, streamed or not, requested or not', async () => {
      const streamed = await client.chat.completions
        .create({ model: 'sandbox-chat', messages: MESSAGES, stream: true })
        .withResponse();
      await collect(streamed.data);
      const line = await gateway.getLog(streamed.response.headers.get('x-request-id') ?? '');
      const { usage } = await complete();
      expect(line).toMatchObject({
        inputTokens: usage?.prompt_tokens,
        outputTokens: usage?.completion_tokens,
        channel: 'sandbox',
      });
    });
  });
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
