import { describe, expect, it } from '@jest/globals';
import {
  type AssistantPart,
  type ChatRequest,
  type JsonObject,
  type Message,
  type UserPart,
} from '#canonical';
import {
  CLAUDE,
  LLAMA,
  MISTRAL,
  NOVA,
  toolConversation,
  encode,
  hello,
  tools,
} from './__fixtures__/encoding.js';

describe('tool calls and results', () => {
  const use = { toolUse: { toolUseId: 'toolu_1', name: 'find', input: { a: 1 } } };
  const idle = { text: 'No tool can be called now: answer in words.' };

  it('declare their tools if the request has none', () => {
    const { value } = encode(CLAUDE, { messages: toolConversation });
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

  it('warn if calls can only be disabled by an instruction', () => {
    const { lost, value } = encode(CLAUDE, {
      messages: toolConversation,
      tools,
      toolChoice: { type: 'none' },
    });
    expect(lost).toEqual(['toolChoice']);
    expect(value['system']).toEqual([idle]);
    expect(encode(CLAUDE, { tools, toolChoice: { type: 'none' } }).value).not.toHaveProperty('toolConfig');
  });

  it('have ids of nine characters for Mistral, and other content in a separate turn', () => {
    const { value } = encode(MISTRAL, { messages: [...toolConversation, hello], tools });
    const roles = (value['messages'] as JsonObject[]).map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
    const ids = JSON.stringify(value).match(/"toolUseId":"[0-9a-f]{9}"/g);
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(2);
    expect(JSON.stringify(value)).not.toContain('status');
  });

  it('get a result in the next turn only', () => {
    const lonely: Message = {
      role: 'tool',
      results: [{ callId: 'toolu_9', content: [{ type: 'text', text: 'Lost' }], isError: false }],
    };
    const { value } = encode(CLAUDE, { messages: [...toolConversation.slice(0, 2), lonely] });
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
  ])('%s rejects %j at %s', (model, asked, param) => {
    expect(() => encode(model, asked)).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param }),
    );
  });

  it('offer one tool only, if a single tool cannot be forced', () => {
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

describe('earlier reasoning', () => {
  it('is sent first, and only if this service signed it', () => {
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

  it('disables a budget if it is missing before the last calls', () => {
    const { value, lost } = encode(CLAUDE, { messages: toolConversation, reasoning: { budgetTokens: 2000 } });
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

  it('give documents short, unique names beside text', () => {
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

  it('detect the formats of audio and text files', () => {
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
    [{ kind: 'file', id: 'f' } as const, 'files that were uploaded to another provider'],
  ])('reject %j: %s', (source, what) => {
    const messages: Message[] = [{ role: 'user', content: [{ type: 'image', source }] }];
    expect(() => encode(CLAUDE, { messages })).toThrow(`This model does not accept ${what}.`);
  });

  it('start and end with the user if the model cannot continue a turn', () => {
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
