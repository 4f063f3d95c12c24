import { expect } from '@jest/globals';
import { type OpenAI, APIError } from 'openai';
import type { ChatCompletion, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { type FakeUpstream, SCENARIO_TOKENS } from '../../fake-upstream/index.js';
import { type TextRow } from './text-rows.js';

export interface TextCell {
  row: TextRow;
  openai: OpenAI;
  services: FakeUpstream;
}

interface TextCase {
  name: string;
  /** For the documentation. */
  heading: string;
  run: (cell: TextCell) => Promise<void>;
}

const TEXT = 'one two three';
const QUESTION = { role: 'user' as const, content: TEXT };
const CITY = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const TOOLS = [
  { type: 'function' as const, function: { name: 'get_weather', description: 'Weather.', parameters: CITY } },
];
const SCHEMA = {
  type: 'object',
  properties: { answer: { type: 'integer' } },
  required: ['answer'],
  additionalProperties: false,
};
const RESULT = '4 °C';

/** Longer than the gateway itself waits before one more attempt. */
const LONG_WAIT = { 'retry-after': '30' };

async function answerWhole({ row, openai, services }: TextCell): Promise<void> {
  services.scenario('text');
  const { choices } = await openai.chat.completions.create({ model: row.name, messages: [QUESTION] });
  expect(choices).toMatchObject([{ finish_reason: 'stop', message: { role: 'assistant', content: TEXT } }]);
  expect(services.refusals).toEqual([]);
}

async function answerStreamed({ row, openai, services }: TextCell): Promise<void> {
  services.scenario('unicode');
  const stream = openai.chat.completions.stream({ model: row.name, messages: [QUESTION] });
  let chunks = 0;
  for await (const { choices } of stream) if (choices[0]?.delta.content) chunks += 1;
  const { choices } = await stream.finalChatCompletion();
  expect(choices[0]?.finish_reason).toBe('stop');
  expect(choices[0]?.message.content).toContain('👩‍👩‍👧');
  expect(chunks).toBeGreaterThan(1);
}

/** The model calls a tool, streamed and not, and receives its result. */
async function useTools({ row, openai, services }: TextCell): Promise<void> {
  services.scenario('tool');
  const asked = { model: row.name, tools: TOOLS };
  const whole = await openai.chat.completions.create({ ...asked, messages: [QUESTION] });
  const streamed = await openai.chat.completions
    .stream({ ...asked, messages: [QUESTION] })
    .finalChatCompletion();
  for (const completion of [whole, streamed]) {
    const messages = [QUESTION, ...toToolTurns(completion)];
    const { choices } = await openai.chat.completions.create({ ...asked, messages });
    expect(choices).toMatchObject([
      { finish_reason: 'stop', message: { content: expect.stringContaining(RESULT) } },
    ]);
  }
  expect(services.refusals).toEqual([]);
}

function toToolTurns({ choices: [choice] }: ChatCompletion): ChatCompletionMessageParam[] {
  const call = choice?.message.tool_calls?.[0];
  if (choice === undefined || call?.type !== 'function') throw new Error('There is no call');
  expect(choice.finish_reason).toBe('tool_calls');
  expect(call.function.name).toBe('get_weather');
  expect(JSON.parse(call.function.arguments)).toEqual({ city: 'Oslo' });
  return [choice.message, { role: 'tool', tool_call_id: call.id, content: RESULT }];
}

async function answerInFormat({ row, openai, services }: TextCell): Promise<void> {
  services.scenario('json');
  const { choices } = await openai.chat.completions.create({
    model: row.name,
    messages: [QUESTION],
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: SCHEMA } },
  });
  expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({ answer: 42 });
  expect(services.received.at(-1)?.rawBody.toString()).toContain('"answer":{"type":"integer"}');
}

async function countTokens({ row, openai, services }: TextCell): Promise<void> {
  services.scenario('text');
  const asked = { model: row.name, messages: [QUESTION] };
  const used = { prompt_tokens: SCENARIO_TOKENS.input, completion_tokens: SCENARIO_TOKENS.output };
  expect((await openai.chat.completions.create(asked)).usage).toMatchObject(used);
  const stream = openai.chat.completions.stream({ ...asked, stream_options: { include_usage: true } });
  expect((await stream.finalChatCompletion()).usage).toMatchObject(used);
}

/** The service notices that the client has disconnected. */
async function leave({ row, openai, services }: TextCell): Promise<void> {
  services.scenario('text');
  services.script({ kind: 'stall', afterEvents: 3 });
  const before = services.received.length;
  const stream = await openai.chat.completions.create({
    model: row.name,
    messages: [QUESTION],
    stream: true,
  });
  const request = await services.waitForRequest(before);
  for await (const { choices } of stream) if (choices[0]?.delta.content) break;
  stream.controller.abort();
  expect(await request.aborted).toBeGreaterThan(0);
}

interface Failure {
  status: number | 'overload';
  shown: number;
  code?: string;
}

/** What a chat client receives for each status; only errors of the gateway itself always have the same code. */
const FAILURES: readonly Failure[] = [
  { status: 400, shown: 400 },
  { status: 401, shown: 502, code: 'upstream_auth_error' },
  { status: 403, shown: 502, code: 'upstream_auth_error' },
  { status: 404, shown: 502, code: 'upstream_model_unavailable' },
  { status: 429, shown: 429 },
  { status: 500, shown: 502 },
  { status: 'overload', shown: 503 },
];

async function fail({ row, openai, services }: TextCell, { status, shown, code }: Failure): Promise<void> {
  const own = status === 'overload' ? row.overloadStatus : status;
  services.script({ kind: 'error', status: own, headers: LONG_WAIT });
  const error: unknown = await openai.chat.completions
    .create({ model: row.name, messages: [QUESTION], stream: own % 2 === 1 })
    .catch((caught: unknown) => caught);
  if (!(error instanceof APIError)) throw new Error('It did not fail');
  // Overload at Anthropic has its own status.
  expect(error.status).toBe(own === 529 ? own : shown);
  if (code !== undefined) expect(error.code).toBe(code);
  if (status === 429) expect(error.headers?.get('retry-after')).toBe('30');
}

export const TEXT_CASES: readonly TextCase[] = [
  { name: 'a response without streaming', heading: 'plain', run: answerWhole },
  { name: 'a streamed response', heading: 'stream', run: answerStreamed },
  { name: 'tools, streamed and not', heading: 'tools', run: useTools },
  { name: 'structured output', heading: 'structured output', run: answerInFormat },
  { name: 'usage', heading: 'usage', run: countTokens },
  { name: 'a client that disconnects', heading: 'abort', run: leave },
  ...FAILURES.map((failure) => ({
    name: `its ${failure.status}`,
    heading: String(failure.status),
    run: (cell: TextCell) => fail(cell, failure),
  })),
];
