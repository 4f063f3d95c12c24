import { describe, expect, it } from '@jest/globals';
import {
  type AssistantPart,
  type ChatRequest,
  type JsonObject,
  type Message,
  type ToolResult,
  type UserPart,
} from '#canonical';
import { type ModelRule } from '../model-rules/model-rule.js';
import { encodeRequest } from './encode-request.js';

const MODEL = 'gemini-3-pro';
const USER: Message = { role: 'user', content: [{ type: 'text', text: 'Hi' }] };
const OWN = { origin: 'gemini-generate-content', value: 'c2ln' };
const FOREIGN = { origin: 'anthropic-messages', value: 'sig' };
const DUMMY = 'skip_thought_signature_validator';

const request = (members: Partial<ChatRequest>): ChatRequest => ({
  model: 'm',
  isStreamed: false,
  messages: [USER],
  ...members,
});
const encode = (members: Partial<ChatRequest>, rule?: ModelRule): JsonObject =>
  encodeRequest(request(members), MODEL, { rule }).value;
const getContents = (messages: Message[], rule?: ModelRule): unknown =>
  encode({ messages }, rule)['contents'];
const getWarnedFields = (members: Partial<ChatRequest>): unknown[] =>
  encodeRequest(request(members), MODEL).warnings.map(({ field }) => field);

const assistant = (...content: AssistantPart[]): Message => ({ role: 'assistant', content });
const call = (id: string, name = 'f', args = '{}'): Extract<AssistantPart, { type: 'tool-call' }> => ({
  type: 'tool-call',
  id,
  name,
  arguments: args,
});
const result = (callId: string, text: string, isError = false): ToolResult => ({
  callId,
  content: [{ type: 'text', text }],
  isError,
});
const system = (text: string): Message => ({ role: 'system', content: [{ type: 'text', text }] });
const buildResponse = (id: string, response: JsonObject, name = 'f'): JsonObject => ({
  functionResponse: { id, name, response },
});
const toData = (mediaType: string, base64: string): unknown =>
  getContents([{ role: 'user', content: [{ type: 'image', source: { kind: 'bytes', mediaType, base64 } }] }]);

describe('a conversation for the service', () => {
  it('joins leading system messages, and encodes later ones as user text', () => {
    expect(encode({ messages: [system('One.'), system('Two.'), USER, system('Three.')] })).toEqual({
      systemInstruction: { parts: [{ text: 'One.\n\nTwo.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'user', parts: [{ text: 'Three.' }] },
      ],
    });
  });

  it('uses the last system message as the user content if there is no other', () => {
    expect(encode({ messages: [system('One.'), system('Two.')] })).toEqual({
      systemInstruction: { parts: [{ text: 'One.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Two.' }] }],
    });
  });

  it('sends media as bytes', () => {
    const source = { kind: 'bytes', mediaType: 'image/png', base64: 'iVBO' } as const;
    const parts: UserPart[] = [
      { type: 'image', source, detail: 'high' },
      { type: 'audio', source: { ...source, mediaType: 'audio/wav' } },
    ];
    expect(encode({ messages: [{ role: 'user', content: parts }] })).toEqual({
      contents: [
        {
          role: 'user',
          parts: [
            { inlineData: { mimeType: 'image/png', data: 'iVBO' } },
            { inlineData: { mimeType: 'audio/wav', data: 'iVBO' } },
          ],
        },
      ],
      generationConfig: { mediaResolution: 'MEDIA_RESOLUTION_HIGH' },
    });
  });

  it('warns of images with different detail', () => {
    const source = { kind: 'bytes', mediaType: 'image/png', base64: 'iVBO' } as const;
    const content: UserPart[] = [
      { type: 'image', source, detail: 'high' },
      { type: 'image', source, detail: 'low' },
    ];
    expect(getWarnedFields({ messages: [{ role: 'user', content }] })).toEqual([{ param: 'detail' }]);
  });

  it('detects the type of an image by its bytes if the declared type is not an image type', () => {
    const png = 'iVBORw0KGgoAAAA=';
    expect(toData('application/octet-stream', png)).toMatchObject([
      { parts: [{ inlineData: { mimeType: 'image/png', data: png } }] },
    ]);
    for (const [mediaType, base64] of [['text/plain', 'AAAA'] as const, ['image/png', ''] as const]) {
      expect(() => toData(mediaType, base64)).toThrow(
        expect.objectContaining({ kind: 'invalid-value', param: 'messages' }),
      );
    }
  });

  it.each<UserPart>([
    { type: 'image', source: { kind: 'url', url: 'https://images.test/a.png' } },
    { type: 'document', source: { kind: 'file', id: 'file-1' } },
  ])('rejects media that are not bytes: %j', (part) => {
    expect(() => getContents([{ role: 'user', content: [part] }])).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param: 'messages' }),
    );
  });

  it('puts all results of a turn in one content, in the order of the calls', () => {
    const messages: Message[] = [
      USER,
      assistant({ type: 'text', text: 'Wait.' }),
      assistant(call('1'), call('2', 'g'), call('3')),
      { role: 'tool', results: [result('3', '{"a":1}'), result('1', 'plain')] },
      { role: 'tool', results: [result('2', 'broken', true)] },
    ];
    expect(getContents(messages)).toEqual([
      { role: 'user', parts: [{ text: 'Hi' }] },
      {
        role: 'model',
        parts: [
          { text: 'Wait.' },
          { functionCall: { id: '1', name: 'f', args: {} }, thoughtSignature: DUMMY },
          { functionCall: { id: '2', name: 'g', args: {} } },
          { functionCall: { id: '3', name: 'f', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          buildResponse('1', { result: 'plain' }),
          buildResponse('2', { error: 'broken' }, 'g'),
          buildResponse('3', { a: 1 }),
        ],
      },
    ]);
  });

  it('adds missing results', () => {
    const nothing = { error: 'No result was provided.' };
    expect(
      getContents([USER, assistant(call('1'), call('2')), { role: 'tool', results: [result('2', 'x')] }]),
    ).toMatchObject([{}, {}, { parts: [buildResponse('1', nothing), buildResponse('2', { result: 'x' })] }]);
    expect(getContents([USER, assistant(call('1')), USER])).toMatchObject([
      {},
      {},
      { parts: [buildResponse('1', nothing)] },
      { parts: [{ text: 'Hi' }] },
    ]);
  });

  it('matches results with unknown ids by their order, and rejects those without a call', () => {
    expect(
      getContents([USER, assistant(call('1')), { role: 'tool', results: [result('other', 'x')] }]),
    ).toMatchObject([{}, {}, { parts: [buildResponse('1', { result: 'x' })] }]);
    expect(() => getContents([USER, { role: 'tool', results: [result('1', 'x')] }])).toThrow(
      expect.objectContaining({ kind: 'invalid-value', param: 'messages' }),
    );
  });

  it('puts the media of results after them', () => {
    const source = { kind: 'bytes', mediaType: 'image/png', base64: 'iVBO' } as const;
    const answer: ToolResult = {
      callId: '1',
      content: [
        { type: 'text', text: 'seen' },
        { type: 'image', source },
      ],
      isError: false,
    };
    expect(getContents([USER, assistant(call('1')), { role: 'tool', results: [answer] }])).toMatchObject([
      {},
      {},
      {
        parts: [
          buildResponse('1', { result: 'seen' }),
          { inlineData: { mimeType: 'image/png', data: 'iVBO' } },
        ],
      },
    ]);
  });

  it('replaces an invalid id equally in the call and its result', () => {
    const contents = getContents([
      USER,
      assistant(call('id with spaces')),
      { role: 'tool', results: [result('id with spaces', 'x')] },
    ]);
    const ids = [...JSON.stringify(contents).matchAll(/"id":"([^"]+)"/g)].map((match) => match[1]);
    expect(ids).toEqual([expect.stringMatching(/^call_[0-9a-f]{24}$/), ids[0]]);
  });

  it('inserts a user turn before a conversation that starts with a call', () => {
    expect(getContents([assistant(call('1')), { role: 'tool', results: [result('1', 'x')] }])).toMatchObject([
      { role: 'user', parts: [{ text: '.' }] },
      { role: 'model' },
      { role: 'user' },
    ]);
  });

  it.each(['{"a":', '[1]', '"text"'])('rejects the arguments %s', (args) => {
    expect(() => getContents([USER, assistant(call('1', 'f', args))])).toThrow(
      expect.objectContaining({ kind: 'invalid-value' }),
    );
  });
});

const modelParts = (parts: AssistantPart[], rule?: ModelRule): unknown =>
  (getContents([USER, assistant(...parts)], rule) as { parts: unknown }[])[1]?.parts;

describe('reasoning for the service', () => {
  it("includes the service's own signatures in their positions", () => {
    const parts: AssistantPart[] = [
      { type: 'reasoning', text: 'Hm.', signature: OWN },
      { type: 'text', text: 'So.' },
      { type: 'reasoning', text: '', signature: OWN },
      { ...call('1'), signature: OWN },
      call('2'),
    ];
    expect(modelParts(parts)).toEqual([
      { text: 'Hm.', thought: true, thoughtSignature: 'c2ln' },
      { text: 'So.' },
      { text: '', thoughtSignature: 'c2ln' },
      { functionCall: { id: '1', name: 'f', args: {} }, thoughtSignature: 'c2ln' },
      { functionCall: { id: '2', name: 'f', args: {} } },
    ]);
  });

  it('excludes the reasoning and signatures of others, with a placeholder on the first call', () => {
    const parts: AssistantPart[] = [
      { type: 'reasoning', text: 'Hm.', signature: FOREIGN },
      { type: 'reasoning', text: 'Unsigned.' },
      { ...call('1', 'f', '{"a":1}'), signature: FOREIGN },
      call('2'),
    ];
    expect(modelParts(parts)).toEqual([
      { functionCall: { id: '1', name: 'f', args: { a: 1 } }, thoughtSignature: DUMMY },
      { functionCall: { id: '2', name: 'f', args: {} } },
    ]);
  });

  it('has no placeholder if another part is signed, or the model does not require signatures', () => {
    expect(
      JSON.stringify(modelParts([{ type: 'reasoning', text: '', signature: OWN }, call('1')])),
    ).not.toContain(DUMMY);
    const rule = { reasoning: { budget: { min: 1 } } };
    expect(JSON.stringify(modelParts([call('1')], rule))).not.toContain(DUMMY);
  });
});
