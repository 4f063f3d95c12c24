import { describe, expect, it } from '@jest/globals';
import {
  type AssistantPart,
  type ChatRequest,
  type JsonObject,
  type Message,
  type UserPart,
} from '#canonical';
import { CLAUDE, LLAMA, MISTRAL, NOVA, called, encode, hello, tools } from './__fixtures__/encoding.js';

describe('calls and results', () => {
  const use = { toolUse: { toolUseId: 'toolu_1', name: 'find', input: { a: 1 } } };
  const idle = { text: 'No tool can be called now: answer in words.' };

  it('bring their tools along where none is offered', () => {
    const { value } = encode(CLAUDE, { messages: called });
    expect(value).toMatchObject({
      system: [idle],
      messages: [
        { role: 'user' },
        { role: 'assistant', content: [use] },
        {
          role: 'user',
          content: [{ toolResult: { toolUseId: 'toolu_1', content: [{ text: 'Gone' }], status: 'error' } }],
        },
      ],
      toolConfig: {
        tools: [{ toolSpec: { name: 'find', inputSchema: { json: { type: 'object', properties: {} } } } }],
      },
    });
    expect(value['toolConfig']).not.toHaveProperty('toolChoice');
  });

  it('warn that a model is only told in words not to call', () => {
    const { lost, value } = encode(CLAUDE, { messages: called, tools, toolChoice: { type: 'none' } });
    expect(lost).toEqual(['toolChoice']);
    expect(value['system']).toEqual([idle]);
    expect(encode(CLAUDE, { tools, toolChoice: { type: 'none' } }).value).not.toHaveProperty('toolConfig');
  });

  it('have ids of nine characters for Mistral, and words in a turn of their own', () => {
    const { value } = encode(MISTRAL, { messages: [...called, hello], tools });
    const roles = (value['messages'] as JsonObject[]).map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
    const ids = JSON.stringify(value).match(/"toolUseId":"[0-9a-f]{9}"/g);
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(2);
    expect(JSON.stringify(value)).not.toContain('status');
  });

  it('are answered in the next turn, and only there', () => {
    const lonely: Message = {
      role: 'tool',
      results: [{ callId: 'toolu_9', content: [{ type: 'text', text: 'Lost' }], isError: false }],
    };
    const { value } = encode(CLAUDE, { messages: [...called.slice(0, 2), lonely] });
    expect((value['messages'] as JsonObject[]).at(-1)).toEqual({
      role: 'user',
      content: [
        { toolResult: { toolUseId: 'toolu_1', content: [{ text: 'no result provided' }] } },
        { text: 'Lost' },
      ],
    });
  });

  it.each<[string, Partial<ChatRequest>, string]>([
    [LLAMA, { tools, toolChoice: { type: 'required' } }, 'toolChoice'],
    [CLAUDE, { toolChoice: { type: 'required' } }, 'toolChoice'],
    [CLAUDE, { tools: [{ name: 'a.b' }] }, 'tools'],
    [CLAUDE, { choiceCount: 2 }, 'choiceCount'],
    [CLAUDE, { logprobs: 1 }, 'logprobs'],
    [CLAUDE, { webSearch: { isRequired: true } }, 'webSearch'],
  ])('%s refuses %j', (model, asked, param) => {
    expect(() => encode(model, asked)).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param }),
    );
  });

  it('offers one tool alone where a single one cannot be forced', () => {
    const choice = {
      tools: [...tools, { name: 'other' }],
      toolChoice: { type: 'tool', name: 'find' },
    } as const;
    expect(encode(MISTRAL, { ...choice, tools: [...choice.tools] }).value['toolConfig']).toMatchObject({
      tools: [{ toolSpec: { name: 'find' } }],
      toolChoice: { any: {} },
    });
  });
});

function reason(part: Partial<Extract<AssistantPart, { type: 'reasoning' }>>): AssistantPart {
  return { type: 'reasoning', text: 'hm', ...part };
}

describe('reasoning that was answered before', () => {
  it('goes back first, and only to the service that signed it', () => {
    const content: AssistantPart[] = [
      { type: 'text', text: 'Yes' },
      reason({ signature: { origin: 'bedrock-converse', value: 's' } }),
      reason({ text: '', isRedacted: true, signature: { origin: 'bedrock-converse', value: 'AAAA' } }),
      reason({ signature: { origin: 'anthropic-messages', value: 's' } }),
      reason({}),
    ];
    const { value } = encode(CLAUDE, { messages: [hello, { role: 'assistant', content }, hello] });
    expect((value['messages'] as JsonObject[])[1]?.['content']).toEqual([
      { reasoningContent: { reasoningText: { text: 'hm', signature: 's' } } },
      { reasoningContent: { redactedContent: 'AAAA' } },
      { text: 'Yes' },
    ]);
  });

  it('is not asked for with a budget where it is missing before the last calls', () => {
    const { value, lost } = encode(CLAUDE, { messages: called, reasoning: { budgetTokens: 2000 } });
    expect(value['additionalModelRequestFields']).toEqual({ thinking: { type: 'disabled' } });
    expect(lost).toEqual(['reasoning']);
  });
});

describe('turns', () => {
  const pdf = Buffer.from('%PDF-1.7').toString('base64');
  const document = (name?: string) =>
    ({
      type: 'document',
      source: { kind: 'bytes', mediaType: 'application/octet-stream', base64: pdf },
      ...(name === undefined ? {} : { name }),
    }) as const;

  it('name each document in few characters, once, and beside words', () => {
    const messages: Message[] = [
      { role: 'user', content: [document('a/b_c.pdf'), document('a b c pdf'), document()] },
    ];
    const [turn] = encode(CLAUDE, { messages }).value['messages'] as JsonObject[];
    const source = { bytes: pdf };
    expect(turn?.['content']).toEqual([
      { document: { format: 'pdf', name: 'a b c pdf', source } },
      { document: { format: 'pdf', name: 'a b c pdf 2', source } },
      { document: { format: 'pdf', name: 'document', source } },
      { text: '.' },
    ]);
  });

  it('take audio and text files by what they are', () => {
    const base64 = Buffer.from('{}').toString('base64');
    const content: UserPart[] = [
      { type: 'audio', source: { kind: 'bytes', mediaType: 'audio/wav', base64 } },
      { type: 'document', source: { kind: 'bytes', mediaType: 'application/json', base64 }, name: 'x' },
      { type: 'text', text: ' ' },
      { type: 'text', text: 'Well?' },
    ];
    const [turn] = encode(CLAUDE, { messages: [{ role: 'user', content }] }).value[
      'messages'
    ] as JsonObject[];
    expect(turn?.['content']).toEqual([
      { audio: { format: 'wav', source: { bytes: base64 } } },
      { document: { format: 'txt', name: 'x', source: { bytes: base64 } } },
      { text: 'Well?' },
    ]);
  });

  it.each([
    [{ kind: 'url', url: 'https://example.com/a.png' } as const, 'links'],
    [{ kind: 'bytes', mediaType: 'image/tiff', base64: 'AAAA' } as const, 'images of type image/tiff'],
    [{ kind: 'file', id: 'f' } as const, 'files that were uploaded to another service'],
  ])('refuse %j', (source, what) => {
    const messages: Message[] = [{ role: 'user', content: [{ type: 'image', source }] }];
    expect(() => encode(CLAUDE, { messages })).toThrow(`This model cannot take ${what}.`);
  });

  it('begin with the user and end with the user, where the model continues nothing', () => {
    const spoken: Message = { role: 'assistant', content: [{ type: 'text', text: 'Well, ' }] };
    const later: Message = { role: 'system', content: [{ type: 'text', text: 'Now in French' }] };
    expect(encode(CLAUDE, { messages: [spoken] }).value['messages']).toEqual([
      { role: 'user', content: [{ text: '.' }] },
      { role: 'assistant', content: [{ text: 'Well,' }] },
    ]);
    expect(encode(NOVA, { messages: [hello, spoken] }).value['messages']).toEqual([
      { role: 'user', content: [{ text: 'Hello' }] },
      { role: 'assistant', content: [{ text: 'Well, ' }] },
      { role: 'user', content: [{ text: 'Go on.' }] },
    ]);
    expect(encode(CLAUDE, { messages: [hello, later] }).value['messages']).toEqual([
      { role: 'user', content: [{ text: 'Hello' }, { text: '<system>\nNow in French\n</system>' }] },
    ]);
    expect(encode(CLAUDE, { messages: [later] }).value).toEqual({
      messages: [{ role: 'user', content: [{ text: 'Now in French' }] }],
    });
  });
});
