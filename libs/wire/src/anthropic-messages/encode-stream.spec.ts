import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from '@jest/globals';
import { type ChatResponse, type JsonObject, type StreamPart, streamResponse } from '#canonical';
import { SseDecoder } from '#sse';
import { type EncodingContext } from '../chat-codec.js';
import { decodeRequest } from './decode-request.js';
import { encodeResponse } from './encode-response.js';
import { MessageStreamEncoder } from './encode-stream.js';

const context: EncodingContext = {
  request: { model: 'public' },
  body: {},
  hints: {},
  requestId: 'req-1',
};
const START: StreamPart = { type: 'response-start', id: 'x', model: 'm', createdAtSeconds: 1 };
const FINISH: StreamPart = { type: 'finish', choice: 0, finish: { kind: 'stop' } };

function encodeText(parts: readonly StreamPart[]): string {
  const encoder = new MessageStreamEncoder(context);
  return parts.map((part) => encoder.push(part)).join('') + encoder.end();
}

function encodeEvents(...parts: StreamPart[]): JsonObject[] {
  const blocks = new SseDecoder().push(Buffer.from(encodeText([START, ...parts])));
  return blocks.map(({ event }) => {
    const data = JSON.parse(event?.data ?? 'null') as JsonObject;
    expect(event?.event).toBe(data['type']);
    return data;
  });
}

/** Summarizes an event in one line, because only the order matters. */
function summarize({ type, index, content_block: block, delta }: JsonObject): string {
  const inner = { ...(block as object), ...(delta as object) } as Record<string, string | undefined>;
  const words = [
    type as string,
    index as number | undefined,
    inner['type'],
    inner['text'] ?? inner['partial_json'],
  ];
  return words.filter((word) => word !== undefined && word !== '').join(' ');
}

const at = (block: number, choice = 0) => ({ choice, block });
const text = (block: number, words: string, choice = 0): StreamPart => ({
  type: 'text-delta',
  text: words,
  ...at(block, choice),
});
const call = (block: number, id: string): StreamPart => ({
  type: 'tool-call-start',
  id,
  name: 'f',
  ...at(block),
});
const argument = (block: number, json: string): StreamPart => ({
  type: 'tool-call-delta',
  arguments: json,
  ...at(block),
});

describe('encoding a stream of the Messages format', () => {
  it('starts with a complete message and ends with the stop reason, the usage and message_stop', () => {
    const usage = { inputTokens: 21, outputTokens: 9, cachedInputTokens: 4 };
    const events = encodeEvents(FINISH, { type: 'usage', usage });
    expect(events).toEqual([
      {
        type: 'message_start',
        message: {
          id: expect.stringMatching(/^msg_/),
          type: 'message',
          role: 'assistant',
          model: 'public',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          stop_details: null,
          container: null,
          usage: {
            input_tokens: 0,
            cache_creation_input_tokens: 0,
            cache_read_input_tokens: 0,
            output_tokens: 1,
            service_tier: null,
          },
        },
      },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null, stop_details: null },
        usage: {
          input_tokens: 17,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 4,
          output_tokens: 9,
        },
      },
      { type: 'message_stop' },
    ]);
  });

  it('includes the initial usage in message_start', () => {
    const encoder = new MessageStreamEncoder(context);
    const known = encoder.push({
      ...START,
      usage: { inputTokens: 14, outputTokens: 0, cachedInputTokens: 4 },
    });
    expect(known).toContain('"input_tokens":10');
    expect(known).toContain('"cache_read_input_tokens":4');
    expect(encoder.end()).toContain('"input_tokens":10');
  });

  it('sends text as it arrives', () => {
    const encoder = new MessageStreamEncoder(context);
    encoder.push(START);
    encoder.push({ type: 'text-start', ...at(0) });
    expect(encoder.push(text(0, 'a'))).toContain('content_block_start');
    expect(encoder.push(text(0, 'b'))).toBe(
      'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"b"}}\n\n',
    );
  });

  it('has one open block at a time if calls grow in parallel', () => {
    const events = encodeEvents(
      text(0, 'So.'),
      { type: 'text-end', ...at(0) },
      call(1, 'a'),
      argument(1, '{"x"'),
      call(2, 'b'),
      argument(2, '{"y"'),
      argument(1, ':1}'),
      argument(2, ':2}'),
      call(3, 'c'),
      { type: 'tool-call-end', ...at(2) },
      { type: 'tool-call-end', ...at(1) },
      { type: 'tool-call-end', ...at(3) },
      FINISH,
    );
    expect(events.slice(1, -1).map(summarize)).toEqual([
      'content_block_start 0 text',
      'content_block_delta 0 text_delta So.',
      'content_block_stop 0',
      'content_block_start 1 tool_use',
      'content_block_delta 1 input_json_delta {"x"',
      'content_block_delta 1 input_json_delta :1}',
      'content_block_stop 1',
      'content_block_start 2 tool_use',
      'content_block_delta 2 input_json_delta {"y"',
      'content_block_delta 2 input_json_delta :2}',
      'content_block_stop 2',
      'content_block_start 3 tool_use',
      'content_block_stop 3',
      'message_delta',
    ]);
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' } });
  });

  it('names the call of a signature that comes after another block', () => {
    const signature = { origin: 'gemini-generate-content', value: 'sig' };
    const events = encodeEvents(
      call(0, 'a'),
      call(1, 'b'),
      { type: 'tool-call-end', signature, ...at(0) },
      { type: 'tool-call-end', ...at(1) },
      FINISH,
    );
    const content = events.flatMap(({ content_block: block }) => (block === undefined ? [] : [block]));
    const messages = [{ role: 'assistant', content }];
    expect(decodeRequest({ model: 'm', max_tokens: 1, messages }).value.messages).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', id: 'a', name: 'f', arguments: '{}', signature },
          { type: 'tool-call', id: 'b', name: 'f', arguments: '{}' },
        ],
      },
    ]);
  });

  it('sends a signature after its thinking, and no block for empty text', () => {
    const events = encodeEvents(
      { type: 'reasoning-start', ...at(0) },
      { type: 'reasoning-delta', text: 'hm', ...at(0) },
      { type: 'reasoning-end', ...at(0) },
      { type: 'text-start', ...at(1) },
      text(1, ''),
      { type: 'text-end', ...at(1) },
      FINISH,
    );
    expect(events.slice(1, -2)).toEqual([
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'mgproof..' } },
      { type: 'content_block_stop', index: 0 },
    ]);
  });

  it('sends an empty thinking delta before the signature of hidden thinking', () => {
    const signature = { origin: 'openai-responses', value: 'gAAA' };
    const events = encodeEvents(
      { type: 'reasoning-start', ...at(0) },
      { type: 'reasoning-end', signature, ...at(0) },
      FINISH,
    );
    expect(events.slice(1, -2).map(summarize)).toEqual([
      'content_block_start 0 thinking',
      'content_block_delta 0 thinking_delta',
      'content_block_delta 0 signature_delta',
      'content_block_stop 0',
    ]);
  });

  it('closes open blocks, and encodes only the first choice', () => {
    const events = encodeEvents(text(0, 'a'), text(0, 'other', 1), call(1, 'a'), {
      type: 'finish',
      choice: 1,
      finish: { kind: 'length' },
    });
    expect(events.slice(1).map(summarize)).toEqual([
      'content_block_start 0 text',
      'content_block_delta 0 text_delta a',
      'content_block_stop 0',
      'content_block_start 1 tool_use',
      'content_block_stop 1',
      'message_delta',
      'message_stop',
    ]);
  });

  it('is a refusal if the prompt was blocked', () => {
    expect(encodeEvents({ type: 'prompt-block', reason: 'SAFETY' }).at(-2)).toMatchObject({
      delta: { stop_reason: 'refusal' },
    });
  });

  it('adds up in the official client to the message that is encoded without a stream', async () => {
    const response: ChatResponse = {
      id: 'msg_upstream',
      model: 'm',
      createdAtSeconds: 1,
      choices: [
        {
          index: 0,
          content: [
            { type: 'reasoning', text: 'hm', signature: { origin: 'openai-responses', value: 'gAAA' } },
            {
              type: 'reasoning',
              text: '',
              isRedacted: true,
              signature: { origin: 'anthropic-messages', value: 'd' },
            },
            {
              type: 'text',
              text: 'See it.',
              citations: [{ url: 'https://a', title: 'A', start: 0, end: 3 }],
            },
            { type: 'tool-call', id: 'a', name: 'f', arguments: '{"x":[1,2]}' },
            {
              type: 'tool-call',
              id: 'b',
              name: 'g',
              arguments: '{}',
              signature: { origin: 'gemini-generate-content', value: 'sig' },
            },
          ],
          finish: { kind: 'tool-calls' },
        },
      ],
      usage: { inputTokens: 21, outputTokens: 20, cachedInputTokens: 4, reasoningTokens: 5 },
      serviceTier: 'default',
    };
    const client = new Anthropic({
      apiKey: 'k',
      fetch: () => {
        const headers = { 'content-type': 'text/event-stream' };
        return Promise.resolve(new Response(encodeText(streamResponse(response)), { headers }));
      },
    });
    const stream = client.messages.stream({
      model: 'public',
      max_tokens: 10,
      messages: [{ role: 'user', content: 'Hi' }],
    });
    const message = JSON.parse(JSON.stringify(await stream.finalMessage())) as JsonObject;
    expect(message).toMatchObject(encodeResponse(response, context));
  });
});
