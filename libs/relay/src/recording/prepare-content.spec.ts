import { describe, expect, it } from '@jest/globals';
import { type ChatResponse, type JsonObject, streamResponse } from '#canonical';
import { WIRE_FORMATS, type WireFormat, type WireFormatId } from '#wire';
import { ContentMemory } from './content-memory.js';
import { prepareContent } from './prepare-content.js';
import { readConversation } from './read-conversation.js';
import { Recording, type RecordingFacts } from './recording.js';

const MB = 1024 * 1024;
const FACTS: RecordingFacts = {
  requestId: 'req_1',
  tokenId: 't',
  owner: 'o',
  recordedAtMs: 0,
  expiresAtMs: 1,
  operation: 'chat',
  format: 'openai-chat',
  requestFormat: 'openai-chat',
  model: 'm',
  hints: {},
};
const ANSWER: ChatResponse = {
  id: 'a',
  model: 'm',
  createdAtSeconds: 1,
  choices: [
    {
      index: 0,
      content: [{ type: 'text', text: 'Write to ann@example.com, please.' }],
      finish: { kind: 'stop' },
    },
  ],
  usage: { inputTokens: 1, outputTokens: 2 },
};

const redact = (text: string): string => text.replaceAll('ann@example.com', '[email]');

function record(
  body: JsonObject | Buffer,
  facts: Partial<RecordingFacts> = {},
  maxBytes = 64 * MB,
): Recording {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return new Recording({ ...FACTS, ...facts }, bytes, new ContentMemory(maxBytes));
}

function answer(recording: Recording, contentType: string, ...chunks: (string | Buffer)[]): Recording {
  recording.beginResponse(contentType, chunks.length > 1);
  for (const chunk of chunks) recording.push(chunk);
  recording.endResponse(true);
  return recording;
}

const prepare = (recording: Recording) => prepareContent(recording, redact);

describe('recorded content', () => {
  it.each(Object.keys(WIRE_FORMATS) as WireFormatId[])(
    'has the assembled response of a stream: %s',
    async (format) => {
      const { ingress }: WireFormat = WIRE_FORMATS[format];
      const body = { model: 'm' };
      const encoder = ingress.createStreamEncoder({
        request: { model: 'm' },
        body,
        hints: {},
        requestId: 'r',
      });
      const text = [...streamResponse(ANSWER)].map((part) => encoder.push(part)).join('') + encoder.end();
      const chunks = text.match(/[^]{1,7}/g) ?? [];
      const contentType = text.startsWith('[') ? 'application/json' : 'text/event-stream';
      const content = await prepare(
        answer(record(body, { format, requestFormat: format }), contentType, ...chunks),
      );
      expect(readConversation(content).answered).toBe('Write to [email], please.');
      expect(content.answer).toMatchObject({ isComplete: true, isCut: false, sizeBytes: text.length });
    },
  );

  it('has the received part of a truncated stream', async () => {
    const recording = record({ model: 'm' });
    const event = { choices: [{ index: 0, delta: { content: 'half' } }] };
    recording.beginResponse('text/event-stream', true);
    recording.push(`data: ${JSON.stringify(event)}\n\n`);
    recording.push('data: {"error":{"message":"gone"}}\n\n');
    const content = await prepare(recording);
    expect([content.answer?.isComplete, readConversation(content).answered]).toEqual([false, 'half']);
  });

  it('has no media, keys or credentials', async () => {
    const media = Buffer.alloc(3_000, 'Zb7/').toString('base64');
    const { request } = await prepare(
      record({
        input: [
          { type: 'image', source: { media_type: 'image/webp', data: media } },
          `see ![x](data:image/gif;base64,R0lGODlhAQAB) by sk-proj-0123456789abcdefgh`,
        ],
        mcp_servers: [
          { url: 'https://x.test', authorization_token: 'letmein', headers: { 'X-Pass': 'word' } },
        ],
        tools: [{ parameters: { properties: { password: { type: 'string' } } } }],
      }),
    );
    expect(JSON.parse(request.body)).toEqual({
      input: [
        { type: 'image', source: { media_type: 'image/webp', data: '[image/webp, 3,000 bytes]' } },
        'see ![x]([image/gif, 9 bytes]) by [key]',
      ],
      mcp_servers: [
        { url: 'https://x.test', authorization_token: '[hidden]', headers: { 'X-Pass': '[hidden]' } },
      ],
      tools: [{ parameters: { properties: { password: { type: 'string' } } } }],
    });
  });

  it('is truncated after a megabyte, between characters, and omitted if it is too large to parse', async () => {
    const { request } = await prepare(record({ input: 'long ❤ words '.repeat(100_000) }));
    expect([request.isCut, Buffer.byteLength(request.body) <= MB, request.body.includes('\uFFFD')]).toEqual([
      true,
      true,
      false,
    ]);
    const huge = await prepare(record(Buffer.alloc(9 * MB, ' ')));
    expect(huge.request).toEqual({
      body: '[application/json, 9,437,184 bytes]',
      sizeBytes: 9 * MB,
      isCut: true,
    });
  });

  it('omits values that are nested too deeply', async () => {
    const { request } = await prepare(record(Buffer.from(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)));
    expect(request.body).toContain('[…]');
  });

  it('has the events of other streams', async () => {
    const facts = { operation: 'image-generation', format: 'openai-images' };
    const events = ['data: {"b64_json":"', `${Buffer.alloc(3_000, 'Zb7/').toString('base64')}"}\n\n`];
    const content = await prepare(answer(record({}, facts), 'text/event-stream', ...events));
    expect(JSON.parse(content.answer?.body ?? '')).toEqual({
      events: [{ b64_json: '[base64 data, 3,000 bytes]' }],
    });
  });

  it('is dropped if there is no room, and its memory is released', () => {
    const recording = record({ input: 'x'.repeat(50) }, {}, 100);
    const { memory } = recording as unknown as { memory: ContentMemory };
    expect(memory.usedBytes).toBe(62);
    answer(recording, 'application/json', Buffer.alloc(50, ' '));
    expect([recording.isDropped, memory.usedBytes]).toEqual([true, 0]);
  });
});
