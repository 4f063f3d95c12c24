import { expect } from '@jest/globals';
import OpenAI from 'openai';
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { TEST_TOKEN } from '../../../harness/index.js';
import type { Client, Finish, Heard, Question, ToolCall, Turn } from './client.js';

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

async function askWhole(openAi: OpenAI, question: Question): Promise<Heard> {
  return heardFrom(await openAi.responses.create(paramsOf(question)), 1);
}

/** The library's own stream reader fails on events that are out of order. */
async function askStreamed(openAi: OpenAI, question: Question): Promise<Heard> {
  const stream = openAi.responses.stream({ ...paramsOf(question), stream: true });
  const texts: string[] = [];
  let response: Response | undefined;
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') texts.push(event.delta);
    if (event.type === 'response.completed' || event.type === 'response.incomplete')
      response = event.response;
  }
  await stream.finalResponse();
  if (response === undefined) throw new Error('The stream has no last event');
  const heard = heardFrom(response, texts.length);
  expect(texts.join('')).toBe(heard.text);
  return heard;
}

function heardFrom(response: Response, pieces: number): Heard {
  const { output } = response;
  return {
    text: textOf(response),
    pieces,
    reasoning: output
      .flatMap((item) => (item.type === 'reasoning' ? [...item.summary, ...(item.content ?? [])] : []))
      .map(({ text }) => text)
      .join(''),
    calls: output.flatMap((item): ToolCall[] =>
      item.type === 'function_call'
        ? [{ id: item.call_id, name: item.name, arguments: JSON.parse(item.arguments) }]
        : [],
    ),
    finish: finishOf(response),
    usage: response.usage,
    kept: output,
  };
}

function textOf({ output }: Response): string {
  return output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');
}

function finishOf({ status, incomplete_details: details, output }: Response): Finish {
  if (status === 'completed') {
    return output.some(({ type }) => type === 'function_call') ? 'tool-calls' : 'stop';
  }
  if (status !== 'incomplete') throw new Error(`The response is ${String(status)}`);
  return details?.reason === 'content_filter' ? 'filter' : 'length';
}

/** Nothing is kept on a server: every request brings the whole conversation. */
function paramsOf({
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
    input: turns.flatMap(itemsOf),
    ...(tools && { tools: tools.map((tool) => ({ type: 'function', strict: false, ...tool })) }),
    ...(schema && { text: { format: { type: 'json_schema', name: 'answer', schema: { ...schema } } } }),
    ...(thinks === true && {
      reasoning: { effort: 'low', summary: 'auto' },
      include: ['reasoning.encrypted_content'],
    }),
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
  };
}

function itemsOf(turn: Turn): ResponseInputItem[] {
  switch (turn.from) {
    case 'user':
      return [userItem(turn)];
    case 'assistant':
      return [{ role: 'assistant', content: turn.text }];
    case 'heard':
      return turn.heard.kept as ResponseInputItem[];
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
