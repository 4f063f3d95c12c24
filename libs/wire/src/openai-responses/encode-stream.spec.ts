import { describe, expect, it } from '@jest/globals';
import { GatewayError, type StreamPart, streamResponse } from '#canonical';
import OpenAI from 'openai';
import {
  SIGNATURE,
  buildResponse,
  toContext,
  encodeResponse,
  getEvents,
  getFrames,
  readFrames,
  getTypes,
} from './__fixtures__/answers.js';
import { openAiResponsesIngress } from './index.js';

const idIn = (object: unknown): string => (object as { id: string }).id;

const at = (block: number): { choice: number; block: number } => ({ choice: 0, block });
const usage = (inputTokens: number): StreamPart => ({
  type: 'usage',
  usage: { inputTokens, outputTokens: 1 },
});

describe('a streamed response', () => {
  it('has the events of a text response, in order and numbered', () => {
    const citations = [{ url: 'https://e.com', title: 'E', start: 0, end: 1 }];
    const events = getEvents(streamResponse(buildResponse([{ type: 'text', text: 'Hello', citations }])));
    expect(getTypes(events)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.annotation.added',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ]);
    expect(events.map((event) => event['sequence_number'])).toEqual([...events.keys()]);
    const [created, , added, partAdded, delta, annotation, done, partDone, itemDone, completed] = events;
    const part = {
      type: 'output_text',
      text: 'Hello',
      annotations: [annotation?.['annotation']],
      logprobs: [],
    };
    const item = { id: expect.stringMatching(/^msg_/), type: 'message', role: 'assistant' };
    const place = { output_index: 0, content_index: 0, item_id: idIn(added?.['item']) };
    expect(created).toMatchObject({
      response: { status: 'in_progress', output: [], model: 'fast', usage: null },
    });
    expect(added).toMatchObject({ output_index: 0, item: { ...item, status: 'in_progress', content: [] } });
    expect(partAdded).toMatchObject({
      ...place,
      part: { type: 'output_text', text: '', annotations: [], logprobs: [] },
    });
    expect(delta).toMatchObject({ ...place, delta: 'Hello', logprobs: [] });
    expect(annotation).toMatchObject({
      ...place,
      annotation_index: 0,
      annotation: { type: 'url_citation', url: 'https://e.com' },
    });
    expect(done).toMatchObject({ ...place, text: 'Hello', logprobs: [] });
    expect(partDone).toMatchObject({ ...place, part });
    expect(itemDone).toMatchObject({
      output_index: 0,
      item: { ...item, status: 'completed', content: [part] },
    });
    expect(completed).toMatchObject({
      response: { status: 'completed', output: [itemDone?.['item']], usage: { total_tokens: 34 } },
    });
  });

  it('has the events of reasoning, refusal and calls, one item after the other', () => {
    const events = getEvents(
      streamResponse(
        buildResponse([
          { type: 'reasoning', text: 'hm', signature: SIGNATURE },
          { type: 'text', text: 'a' },
          { type: 'refusal', text: 'b' },
          { type: 'tool-call', id: 'c', name: 'f', arguments: '{"x":1}' },
        ]),
      ),
    );
    expect(getTypes(events).slice(2, -1)).toEqual([
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
      'content_part.added',
      'refusal.delta',
      'refusal.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
    ]);
    expect(events.find(({ type }) => type === 'response.refusal.delta')).toMatchObject({
      output_index: 1,
      content_index: 1,
    });
    expect(events.find(({ type }) => type === 'response.function_call_arguments.done')).toMatchObject({
      output_index: 2,
      name: 'f',
      arguments: '{"x":1}',
    });
  });

  it('serializes calls that are streamed in parallel', () => {
    const events = getEvents([
      { type: 'response-start', id: 'x', model: 'm', createdAtSeconds: 1 },
      { type: 'tool-call-start', id: 'a', name: 'f', ...at(0) },
      { type: 'tool-call-start', id: 'b', name: 'g', ...at(1) },
      { type: 'tool-call-delta', arguments: '{"y":', ...at(1) },
      { type: 'tool-call-delta', arguments: '{"x":1}', ...at(0) },
      { type: 'tool-call-delta', arguments: '2}', ...at(1) },
      { type: 'tool-call-end', ...at(1) },
      { type: 'tool-call-end', ...at(0) },
      { type: 'text-start', choice: 1, block: 0 },
      { type: 'finish', choice: 0, finish: { kind: 'tool-calls' } },
    ]);
    expect(events.map((event) => event['output_index']).filter((index) => index !== undefined)).toEqual([
      0, 0, 0, 0, 1, 1, 1, 1, 1,
    ]);
    expect(events.at(-1)).toMatchObject({
      type: 'response.completed',
      response: {
        output: [
          { call_id: 'a', arguments: '{"x":1}' },
          { call_id: 'b', arguments: '{"y":2}' },
        ],
        usage: null,
      },
    });
  });

  it('sends an empty object for a call without arguments', () => {
    const events = getEvents(
      streamResponse(buildResponse([{ type: 'tool-call', id: 'c', name: 'f', arguments: '' }])),
    );
    expect(events.find(({ type }) => type === 'response.function_call_arguments.delta')).toMatchObject({
      delta: '{}',
    });
  });

  it('ends only once, with the last usage', () => {
    const encoder = openAiResponsesIngress.createStreamEncoder(toContext());
    const frames = [...streamResponse(buildResponse([])), usage(3), usage(5)]
      .map((part) => encoder.push(part))
      .join('');
    expect(readFrames(frames + encoder.end()).at(-1)).toMatchObject({
      response: { usage: { input_tokens: 5 } },
    });
    expect(encoder.end()).toBe('');
    expect(encoder.fail?.(new GatewayError('upstream-error', 'late'))).toBe('');
  });

  it('that fails ends with response.failed and the items so far', () => {
    const encoder = openAiResponsesIngress.createStreamEncoder(toContext());
    const [start, textStart, textDelta] = streamResponse(buildResponse([{ type: 'text', text: 'Hel' }]));
    const sent = [start, textStart, textDelta].map((part) => (part ? encoder.push(part) : '')).join('');
    const events = readFrames(sent + encoder.fail?.(new GatewayError('upstream-timeout', 'Too slow.')));
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      sequence_number: events.length - 1,
      response: {
        id: idIn(events[0]?.['response']),
        status: 'failed',
        error: { code: 'server_error', type: 'server_error', message: 'Too slow.', param: null },
        output: [{ type: 'message', status: 'incomplete', content: [{ type: 'output_text', text: 'Hel' }] }],
      },
    });
    expect(encoder.end()).toBe('');
  });
});

function buildClient(frames: string): OpenAI {
  const headers = { 'content-type': 'text/event-stream' };
  return new OpenAI({
    apiKey: 'x',
    maxRetries: 0,
    fetch: () => Promise.resolve(new Response(frames, { headers })),
  });
}

describe('the official client', () => {
  it('gets the same response from the stream as without streaming', async () => {
    const response = buildResponse(
      [
        { type: 'reasoning', text: 'hm', signature: SIGNATURE },
        { type: 'text', text: 'Hello' },
        { type: 'text', text: ' world' },
        { type: 'tool-call', id: 'c', name: 'f', arguments: '{"x":1}', signature: SIGNATURE },
        { type: 'tool-call', id: 'd', name: 'g', arguments: '{}' },
      ],
      'tool-calls',
    );
    const stream = buildClient(getFrames(streamResponse(response))).responses.stream({
      model: 'fast',
      input: 'hi',
    });
    const final = await stream.finalResponse();
    expect(final.output_text).toBe('Hello world');
    expect(JSON.parse(JSON.stringify(final))).toMatchObject(encodeResponse(response));
  });

  it('detects a failed stream', async () => {
    const encoder = openAiResponsesIngress.createStreamEncoder(toContext());
    const [start] = streamResponse(buildResponse([]));
    const frames =
      (start ? encoder.push(start) : '') + encoder.fail?.(new GatewayError('upstream-error', 'Gone.'));
    const final = await buildClient(frames).responses.stream({ model: 'fast', input: 'hi' }).finalResponse();
    expect(final).toMatchObject({ status: 'failed', error: { message: 'Gone.' } });
  });
});
