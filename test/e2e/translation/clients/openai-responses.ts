import { expect } from '@jest/globals';
import OpenAI from 'openai';
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { TEST_TOKEN } from '../../../harness/index.js';
import type { Client, Finish, Received, Question, ToolCall, Turn } from './client.js';

export function openAiResponsesClient(baseURL: string): Client {
  const openAi = new OpenAI({ baseURL, apiKey: TEST_TOKEN, maxRetries: 0 });
  return {
    name: 'openai responses',
    ask: async (question) =>
      question.isStreamed === true ? askStreamed(openAi, question) : askWhole(openAi, question),
    usageFor: ({ input, cached, output, reasoning }) => ({
      input_tokens: input,
      input_tokens_details: expect.objectContaining({ cached_tokens: cached }),
      output_tokens: output,
      output_tokens_details: expect.objectContaining({ reasoning_tokens: reasoning }),
      total_tokens: input + output,
    }),
  };
}

async function askWhole(openAi: OpenAI, question: Question): Promise<Received> {
  return receivedFrom(await openAi.responses.create(toParams(question)), 1);
}

/** The library's own stream reader fails on events that are out of order. */
async function askStreamed(openAi: OpenAI, question: Question): Promise<Received> {
  const stream = openAi.responses.stream({ ...toParams(question), stream: true });
  const texts: string[] = [];
  let response: Response | undefined;
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') texts.push(event.delta);
    if (event.type === 'response.completed' || event.type === 'response.incomplete')
      response = event.response;
  }
  await stream.finalResponse();
  if (response === undefined) throw new Error('The stream has no last event');
  const received = receivedFrom(response, texts.length);
  expect(texts.join('')).toBe(received.text);
  return received;
}

function receivedFrom(response: Response, chunks: number): Received {
  const { output } = response;
  return {
    text: getText(response),
    chunks,
    reasoning: output
      .flatMap((item) => (item.type === 'reasoning' ? [...item.summary, ...(item.content ?? [])] : []))
      .map(({ text }) => text)
      .join(''),
    calls: output.flatMap((item): ToolCall[] =>
      item.type === 'function_call'
        ? [{ id: item.call_id, name: item.name, arguments: JSON.parse(item.arguments) }]
        : [],
    ),
    finish: toFinish(response),
    usage: response.usage,
    kept: output,
  };
}

function getText({ output }: Response): string {
  return output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');
}

function toFinish({ status, incomplete_details: details, output }: Response): Finish {
  if (status === 'completed') {
    return output.some(({ type }) => type === 'function_call') ? 'tool-calls' : 'stop';
  }
  if (status !== 'incomplete') throw new Error(`The response is ${String(status)}`);
  return details?.reason === 'content_filter' ? 'filter' : 'length';
}

/** Nothing is stored on the server: every request contains the whole conversation. */
function toParams({
  model,
  system,
  turns,
  tools,
  schema,
  thinks,
  maxTokens,
}: Question): ResponseCreateParamsNonStreaming {
  return {
    model,
    store: false,
    ...(system !== undefined && { instructions: system }),
    input: turns.flatMap(toItems),
    ...(tools && { tools: tools.map((tool) => ({ type: 'function', strict: false, ...tool })) }),
    ...(schema && { text: { format: { type: 'json_schema', name: 'answer', schema: { ...schema } } } }),
    ...(thinks === true && {
      reasoning: { effort: 'low', summary: 'auto' },
      include: ['reasoning.encrypted_content'],
    }),
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
  };
}

function toItems(turn: Turn): ResponseInputItem[] {
  switch (turn.from) {
    case 'user':
      return [userItem(turn)];
    case 'assistant':
      return [{ role: 'assistant', content: turn.text }];
    case 'received':
      return turn.received.kept as ResponseInputItem[];
    case 'tools':
      return turn.results.map(({ call, output }) => ({
        type: 'function_call_output',
        call_id: call.id ?? '',
        output,
      }));
  }
}

function userItem({ text, image }: Extract<Turn, { from: 'user' }>): ResponseInputItem {
  if (image === undefined) return { role: 'user', content: text };
  const url = `data:${image.mediaType};base64,${image.base64}`;
  return {
    role: 'user',
    content: [
      { type: 'input_text', text },
      { type: 'input_image', image_url: url, detail: 'auto' },
    ],
  };
}
