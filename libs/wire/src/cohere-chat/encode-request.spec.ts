import { describe, expect, it } from '@jest/globals';
import { type ChatRequest, type Message, type UserPart } from '#canonical';
import { cohereChat } from './index.js';

const ask = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const BASE: ChatRequest = { model: 'm', isStreamed: false, messages: [ask('Hello!')] };
const TOOLS = [{ name: 'one', parameters: { type: 'object' } }, { name: 'two' }];

const encode = (request: Partial<ChatRequest>) =>
  cohereChat.egress.encodeRequest({ ...BASE, ...request }, 'command-a');
const encodeMessages = (...messages: Message[]) => encode({ messages }).value['messages'];
const listLost = (request: Partial<ChatRequest>) => encode(request).warnings.map(({ field }) => field);

describe('a request to Cohere chat', () => {
  it('has the settings under the names of this format', () => {
    const { value, warnings } = encode({
      isStreamed: true,
      maxOutputTokens: 99,
      temperature: 0.2,
      topP: 1,
      topK: 40,
      seed: 7,
      stopSequences: ['END'],
      presencePenalty: 0.5,
      frequencyPenalty: 0,
    });
    expect(value).toEqual({
      model: 'command-a',
      messages: [{ role: 'user', content: 'Hello!' }],
      stream: true,
      max_tokens: 99,
      temperature: 0.2,
      p: 0.99,
      k: 40,
      seed: 7,
      stop_sequences: ['END'],
      presence_penalty: 0.5,
      frequency_penalty: 0,
    });
    expect(warnings).toEqual([]);
  });

  it('is adapted to the limits of the service, with warnings', () => {
    const request = { topK: 1000, seed: -1, presencePenalty: -1, frequencyPenalty: 2 };
    expect(encode(request).value).toMatchObject({ k: 500, presence_penalty: 0, frequency_penalty: 1 });
    expect(encode(request).value).not.toHaveProperty('seed');
    expect(listLost(request)).toEqual(['seed', 'topK', 'presencePenalty', 'frequencyPenalty']);
    expect(
      listLost({ userId: 'u', metadata: { a: 'b' }, verbosity: 'low', allowsParallelCalls: false }),
    ).toEqual(['verbosity', 'userId', 'metadata', 'allowsParallelCalls']);
  });

  it.each<[Partial<ChatRequest>, string]>([
    [{ choiceCount: 2 }, 'choiceCount'],
    [{ logprobs: 0 }, 'logprobs'],
    [{ stopSequences: ['1', '2', '3', '4', '5', '6'] }, 'stopSequences'],
    [{ outputFormat: { type: 'json' }, tools: TOOLS }, 'outputFormat'],
    [{ toolChoice: { type: 'required' } }, 'toolChoice'],
    [{ webSearch: { isRequired: true } }, 'toolChoice'],
  ])('is rejected if omitting %j would change its meaning', (request, param) => {
    expect(() => encode(request)).toThrow(expect.objectContaining({ kind: 'unsupported-parameter', param }));
  });

  it.each<[ChatRequest['toolChoice'], string[], string | undefined]>([
    [undefined, ['one', 'two'], undefined],
    [{ type: 'auto' }, ['one', 'two'], undefined],
    [{ type: 'none' }, ['one', 'two'], 'NONE'],
    [{ type: 'required' }, ['one', 'two'], 'REQUIRED'],
    [{ type: 'required', names: ['two'] }, ['two'], 'REQUIRED'],
    [{ type: 'tool', name: 'one' }, ['one'], 'REQUIRED'],
  ])('encodes the tool choice %j', (toolChoice, names, word) => {
    const { value } = encode({ tools: TOOLS, toolChoice });
    expect(value['tools']).toEqual(
      names.map((name) => ({
        type: 'function',
        function: { name, parameters: expect.objectContaining({ type: 'object' }) },
      })),
    );
    expect(value['tool_choice']).toBe(word);
  });

  it('uses strict mode for all tools or for none', () => {
    const [one, two] = TOOLS.map((tool) => ({ ...tool, strict: true }));
    expect(encode({ tools: one && two ? [one, two] : [] }).value['strict_tools']).toBe(true);
    const some = { tools: [...TOOLS.slice(0, 1), ...(two ? [two] : [])] };
    expect(encode(some).value).not.toHaveProperty('strict_tools');
    expect(listLost(some)).toEqual(['tools']);
  });

  it.each<[ChatRequest['reasoning'], unknown]>([
    [undefined, undefined],
    [{ isShown: true }, undefined],
    [{ effort: 'none' }, { type: 'disabled' }],
    [{ budgetTokens: 0 }, { type: 'disabled' }],
    [{ budgetTokens: 100 }, { type: 'enabled', token_budget: 100 }],
    [{ effort: 'low' }, { type: 'enabled', token_budget: 2048 }],
  ])('encodes the reasoning settings %j', (reasoning, thinking) => {
    expect(encode({ reasoning }).value['thinking']).toEqual(thinking);
  });

  it('encodes JSON output formats', () => {
    const schema = { type: 'object', properties: {} };
    expect(encode({ outputFormat: { type: 'json' } }).value['response_format']).toEqual({
      type: 'json_object',
    });
    expect(encode({ outputFormat: { type: 'json-schema', schema } }).value['response_format']).toEqual({
      type: 'json_object',
      json_schema: schema,
    });
  });
});

const PIXEL = { kind: 'bytes' as const, mediaType: 'image/png', base64: 'iVBORw0KGgo=' };
const NOTES = {
  kind: 'bytes' as const,
  mediaType: 'text/plain',
  base64: Buffer.from('Notes.').toString('base64'),
};
const CALL = { type: 'tool-call' as const, id: 'a', name: 'one', arguments: '{"n":12345678901234567890}' };

describe('a conversation for Cohere chat', () => {
  it('encodes images and texts', () => {
    const content: UserPart[] = [
      { type: 'text', text: 'Look:' },
      { type: 'image', source: PIXEL, detail: 'original' },
      { type: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } },
      { type: 'document', source: NOTES, name: 'notes.txt' },
    ];
    expect(encodeMessages({ role: 'user', content })).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'high' } },
          { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
          { type: 'text', text: 'notes.txt\n\nNotes.' },
        ],
      },
    ]);
  });

  it.each<[string, UserPart]>([
    ['a recording', { type: 'audio', source: { ...PIXEL, mediaType: 'audio/wav' } }],
    ['a PDF', { type: 'document', source: { ...PIXEL, mediaType: 'application/pdf' } }],
    ['a file of another service', { type: 'image', source: { kind: 'file', id: 'file-1' } }],
  ])('rejects %s', (_name, part) => {
    expect(() => encodeMessages({ role: 'user', content: [part] })).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param: 'messages' }),
    );
  });

  it('encodes reasoning as the plan of a call, or before the text', () => {
    const thought = { type: 'reasoning' as const, text: 'Hm.' };
    const foreign = { ...thought, signature: { origin: 'anthropic-messages', value: 's' } };
    const said = { type: 'text' as const, text: 'Well.' };
    expect(
      encodeMessages(
        { role: 'assistant', content: [thought, CALL] },
        { role: 'assistant', content: [thought, said] },
        { role: 'assistant', content: [foreign, said] },
        { role: 'assistant', content: [foreign] },
      ),
    ).toEqual([
      {
        role: 'assistant',
        tool_plan: 'Hm.',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'one', arguments: '{"n":12345678901234567890}' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'Well.' },
        ],
      },
      { role: 'assistant', content: 'Well.' },
    ]);
  });

  it('encodes tool results as documents, followed by their images', () => {
    const results = [
      {
        callId: 'a',
        content: [{ type: 'text' as const, text: '{"big":12345678901234567890}' }],
        isError: false,
      },
      { callId: 'b', content: [{ type: 'image' as const, source: PIXEL }], isError: true },
    ];
    expect(encodeMessages({ role: 'tool', results })).toMatchObject([
      {
        role: 'tool',
        tool_call_id: 'a',
        content: [{ type: 'document', document: { data: { output: '{"big":12345678901234567890}' } } }],
      },
      {
        role: 'tool',
        tool_call_id: 'b',
        content: [
          { type: 'document', document: { data: { error: expect.stringContaining('next message') } } },
        ],
      },
      { role: 'user', content: [{ type: 'text' }, { type: 'image_url' }] },
    ]);
  });
});
