import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type JsonObject, sealReasoningSignature } from '#canonical';
import { thrownError } from './__fixtures__/thrown-error.js';
import { decodeRequest } from './decode-request.js';
import { sealCallSignature } from './tool-call-signature.js';

const agentRequest = JSON.parse(
  readFileSync(new URL('__fixtures__/agent-request.json', import.meta.url), 'utf8'),
) as JsonObject;

const buildRequest = (members: JsonObject = {}): JsonObject => ({
  model: 'm',
  max_tokens: 2000,
  messages: [{ role: 'user', content: 'Hi' }],
  ...members,
});
const decode = (members: JsonObject) => decodeRequest(buildRequest(members)).value;
const buildMessages = (role: string, ...content: JsonObject[]): JsonObject => ({
  messages: [{ role, content }],
});

describe('decoding a request of the Messages format', () => {
  it('decodes the request of an agent', () => {
    const { value, warnings } = decodeRequest(agentRequest);
    const own = 'anthropic-messages';
    expect(warnings).toEqual([]);
    expect(value).toStrictEqual({
      model: 'claude-sonnet-4-6',
      isStreamed: true,
      messages: [
        {
          role: 'system',
          content: [
            { type: 'text', text: 'You are a careful agent.' },
            { type: 'text', text: 'The house rules.', cache: { ttl: '1h' } },
          ],
        },
        { role: 'user', content: [{ type: 'text', text: 'What is in a.txt?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'I have to look.', signature: { origin: own, value: 'c2lnbmVk' } },
            { type: 'reasoning', text: '', isRedacted: true, signature: { origin: own, value: 'aGlkZGVu' } },
            { type: 'text', text: 'Let me look.' },
            { type: 'tool-call', id: 'toolu_01', name: 'read_file', arguments: '{"path":"a.txt"}' },
          ],
        },
        {
          role: 'tool',
          results: [
            {
              callId: 'toolu_01',
              name: 'read_file',
              content: [{ type: 'text', text: 'nothing', cache: {} }],
              isError: true,
            },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'And now?' },
            { type: 'image', source: { kind: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgo=' } },
          ],
        },
      ],
      maxOutputTokens: 32000,
      stopSequences: ['END'],
      tools: [
        {
          name: 'read_file',
          description: 'Reads a file',
          parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
          cache: {},
        },
      ],
      toolChoice: { type: 'auto' },
      allowsParallelCalls: false,
      reasoning: { budgetTokens: 16000, isShown: true },
      userId: 'user-7',
      extensions: { context_management: { edits: [] } },
    });
  });

  it('treats null as absent', () => {
    const nothing = {
      system: null,
      tools: null,
      tool_choice: null,
      thinking: null,
      temperature: null,
      foo: null,
    };
    expect(decode(nothing)).toEqual(decode({}));
  });

  it.each([
    [
      { system: 'Be brief' },
      { messages: [{ role: 'system', content: [{ type: 'text', text: 'Be brief' }] }, {}] },
    ],
    [{ tool_choice: { type: 'any' } }, { toolChoice: { type: 'required' } }],
    [{ tool_choice: { type: 'tool', name: 'f' } }, { toolChoice: { type: 'tool', name: 'f' } }],
    [{ tool_choice: { type: 'none' } }, { toolChoice: { type: 'none' } }],
    [{ thinking: { type: 'disabled' } }, { reasoning: { effort: 'none' } }],
    [{ thinking: { type: 'adaptive', display: 'omitted' } }, { reasoning: { isShown: false } }],
    [
      { thinking: { type: 'adaptive' }, output_config: { effort: 'xhigh' } },
      { reasoning: { effort: 'xhigh', isShown: true } },
    ],
    [{ output_config: { effort: 'low' } }, { reasoning: { effort: 'low' } }],
    [
      { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
      { outputFormat: { type: 'json-schema', schema: { type: 'object' } } },
    ],
    [
      { output_format: { type: 'json_schema', schema: { type: 'object' } } },
      { outputFormat: { type: 'json-schema', schema: { type: 'object' } } },
    ],
    [
      { temperature: 0.5, top_p: 0.9, top_k: 5 },
      { temperature: 0.5, topP: 0.9, topK: 5 },
    ],
    [{ service_tier: 'standard_only' }, { serviceTier: 'default' }],
    [{ cache_control: { type: 'ephemeral' } }, { extensions: { cache_control: { type: 'ephemeral' } } }],
  ])('decodes %j', (members, expected) => {
    expect(decode(members as JsonObject)).toMatchObject(expected);
  });

  it.each([
    [
      { type: 'image', source: { type: 'url', url: 'https://x/y.png' } },
      { type: 'image', source: { kind: 'url', url: 'https://x/y.png' } },
    ],
    [
      { type: 'document', title: 'T', source: { type: 'text', media_type: 'text/plain', data: 'hey' } },
      { type: 'document', name: 'T', source: { kind: 'bytes', mediaType: 'text/plain', base64: 'aGV5' } },
    ],
    [
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
      { type: 'document', source: { kind: 'bytes', mediaType: 'application/pdf', base64: 'JVBERi0=' } },
    ],
    [
      { type: 'document', source: { type: 'url', url: 'https://x/y.pdf' } },
      { type: 'document', source: { kind: 'url', url: 'https://x/y.pdf', mediaType: 'application/pdf' } },
    ],
    [
      { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'a' }] } },
      { type: 'text', text: 'a' },
    ],
  ])('decodes the block %j', (block, part) => {
    expect(decode(buildMessages('user', block as JsonObject)).messages).toEqual([
      { role: 'user', content: [part] },
    ]);
  });

  it('moves tool results before the other content of their message', () => {
    const result = { type: 'tool_result', tool_use_id: 'a', content: 'ok' };
    const { messages } = decode(buildMessages('user', { type: 'text', text: 'first' }, result));
    expect(messages.map(({ role }) => role)).toEqual(['tool', 'user']);
  });

  it('keeps the position of system messages within the conversation', () => {
    const messages = ['user', 'system', 'user'].map((role) => ({ role, content: 'x' }));
    expect(decode({ messages }).messages.map(({ role }) => role)).toEqual(['user', 'system', 'user']);
  });

  it('restores signatures of other services that the client carried', () => {
    const foreign = { origin: 'openai-responses', value: 'cipher' };
    const signed = { origin: 'gemini-generate-content', value: 'sig' };
    const turn = buildMessages(
      'assistant',
      { type: 'thinking', thinking: '', signature: sealReasoningSignature(foreign, 'anthropic-messages') },
      { type: 'tool_use', id: 'a', name: 'f', input: {} },
      sealCallSignature('a', signed),
    );
    const content = [
      { type: 'reasoning', text: '', signature: foreign },
      { type: 'tool-call', id: 'a', name: 'f', arguments: '{}', signature: signed },
    ];
    expect(decode(turn).messages).toEqual([{ role: 'assistant', content }]);
  });

  it.each([
    ['tools[0].input_examples', { tools: [{ name: 'f', input_schema: {}, input_examples: [{}] }] }],
    [
      'messages[0].content[0].cache_control',
      buildMessages('assistant', { type: 'text', text: 'a', cache_control: {} }),
    ],
    [
      'messages[0].content[0].citations',
      buildMessages('user', {
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: 'a' },
        citations: { enabled: true },
      }),
    ],
    [
      'messages[0].content[0]',
      buildMessages('user', {
        type: 'search_result',
        title: 't',
        source: 's',
        content: [{ type: 'text', text: 'a' }],
      }),
    ],
    ['output_config.effort', { thinking: { type: 'disabled' }, output_config: { effort: 'low' } }],
    ['thinking.type', { thinking: { type: 'between_tools' } }],
  ])('warns of the lost parameter %s', (param, members) => {
    expect(decodeRequest(buildRequest(members)).warnings).toMatchObject([{ field: { param } }]);
  });

  it.each([
    ['missing-parameter', 'max_tokens', { max_tokens: null }],
    ['missing-parameter', 'model', { model: null }],
    ['missing-parameter', 'messages', { messages: null }],
    ['invalid-value', 'messages', { messages: [] }],
    ['invalid-type', 'max_tokens', { max_tokens: '5' }],
    ['invalid-value', 'max_tokens', { max_tokens: -1 }],
    ['unsupported-parameter', 'max_tokens', { max_tokens: 0 }],
    ['invalid-value', 'temperature', { temperature: 1.5 }],
    ['invalid-value', 'messages[0].role', { messages: [{ role: 'tool', content: 'x' }] }],
    ['missing-parameter', 'messages[0].content', { messages: [{ role: 'user' }] }],
    ['invalid-type', 'messages[0].content[0]', { messages: [{ role: 'user', content: ['x'] }] }],
    ['missing-parameter', 'messages[0].content[0]', { messages: [{ role: 'user', content: [null] }] }],
    ['missing-parameter', 'messages[0].content[0].text', buildMessages('user', { type: 'text' })],
    [
      'unsupported-parameter',
      'messages[0].content[0].type',
      buildMessages('user', { type: 'container_upload' }),
    ],
    [
      'unsupported-parameter',
      'messages[0].content[0].type',
      buildMessages('assistant', { type: 'container_upload' }),
    ],
    [
      'unsupported-parameter',
      'messages[0].content[0].source.file_id',
      buildMessages('user', { type: 'image', source: { type: 'file', file_id: 'f' } }),
    ],
    [
      'invalid-value',
      'messages[0].content[0].source.media_type',
      buildMessages('user', {
        type: 'image',
        source: { type: 'base64', media_type: 'image/bmp', data: 'a' },
      }),
    ],
    [
      'missing-parameter',
      'messages[0].content[0].input',
      buildMessages('assistant', { type: 'tool_use', id: 'a', name: 'f' }),
    ],
    [
      'missing-parameter',
      'messages[0].content[0].tool_use_id',
      buildMessages('user', { type: 'tool_result' }),
    ],
    ['unsupported-parameter', 'tools[0].type', { tools: [{ type: 'computer_20250124', name: 'computer' }] }],
    ['missing-parameter', 'tools[0].input_schema', { tools: [{ name: 'f' }] }],
    ['invalid-value', 'tool_choice.type', { tool_choice: { type: 'required' } }],
    ['missing-parameter', 'tool_choice.name', { tool_choice: { type: 'tool' } }],
    ['invalid-value', 'thinking.budget_tokens', { thinking: { type: 'enabled', budget_tokens: 1000 } }],
    ['invalid-value', 'thinking.budget_tokens', { thinking: { type: 'enabled', budget_tokens: 2000 } }],
    ['invalid-type', 'thinking.budget_tokens', { thinking: { type: 'enabled', budget_tokens: 0.5 } }],
    ['invalid-type', 'top_k', { top_k: 1e30 }],
    ['invalid-value', 'output_config.effort', { output_config: { effort: 'huge' } }],
    ['unsupported-parameter', 'mcp_servers', { mcp_servers: [] }],
    ['unsupported-parameter', 'container', { container: 'c' }],
    ['invalid-value', 'system[0].type', { system: [{ type: 'image' }] }],
    ['invalid-type', 'stop_sequences[1]', { stop_sequences: ['a', 5] }],
  ])('rejects with %s at %s: %j', (kind, param, members) => {
    expect(thrownError(() => decode(members))).toMatchObject({ kind, param });
  });
});
