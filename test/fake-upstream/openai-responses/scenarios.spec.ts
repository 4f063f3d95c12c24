import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { startFakeUpstream, type FakeUpstream } from '../index.js';

type Item = OpenAI.Responses.ResponseInputItem;

const QUESTION = 'Været i Oslo? ☀️';
const ASKED: Item = { role: 'user', content: [{ type: 'input_text', text: QUESTION }] };
const SEALED = { store: false, include: ['reasoning.encrypted_content' as const] };

let upstream: FakeUpstream;
let client: OpenAI;

beforeEach(async () => {
  upstream = await startFakeUpstream();
  client = toClient(upstream);
});

afterEach(() => upstream.close());

function toClient({ url }: FakeUpstream): OpenAI {
  return new OpenAI({ apiKey: 'sk-upstream-1', baseURL: url, maxRetries: 0 });
}

describe('what the helper does not show', () => {
  it('the order of the events', async () => {
    upstream.scenario('reasoning');
    const steps: string[] = [];
    const numbers: number[] = [];
    for await (const event of await client.responses.create({ model: 'm', input: QUESTION, stream: true })) {
      numbers.push(event.sequence_number);
      if (steps.at(-1) !== event.type) steps.push(event.type);
    }
    expect(numbers).toEqual([...numbers.keys()]);
    expect(steps.map((step) => step.replace('response.', ''))).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ]);
  });

  it('sealed thoughts mean nothing to another account', async () => {
    upstream.scenario('reasoning');
    const { output } = await client.responses.create({ model: 'm', input: QUESTION, ...SEALED });
    const body = { model: 'm', input: [ASKED, ...output, ASKED] as Item[] };
    await expect(client.responses.create(body)).resolves.toHaveProperty('status', 'completed');
    const other = await startFakeUpstream();
    await expect(toClient(other).responses.create(body)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_encrypted_content',
    });
    await other.close();
  });
});
