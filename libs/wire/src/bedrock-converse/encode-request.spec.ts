import { describe, expect, it } from '@jest/globals';
import { type ChatRequest, type JsonObject, type Message } from '#canonical';
import {
  CLAUDE,
  GPT,
  LLAMA,
  NOVA,
  NOVA_2,
  PROFILE,
  call,
  toolConversation,
  encode,
  hello,
  schema,
  tools,
} from './__fixtures__/encoding.js';

type Row = [what: string, model: string, asked: Partial<ChatRequest>, sent: JsonObject, lost: string[]];

describe('a request by model family', () => {
  it.each<Row>([
    [
      'Claude, to think with an effort',
      CLAUDE,
      { reasoning: { effort: 'xhigh', isShown: true }, temperature: 0.5, topK: 4 },
      {
        additionalModelRequestFields: { thinking: { type: 'adaptive', display: 'summarized' } },
        outputConfig: { effort: 'xhigh' },
      },
      ['temperature', 'topK'],
    ],
    [
      'Claude, to think with a budget',
      CLAUDE,
      { reasoning: { budgetTokens: 2000 }, topP: 0.97 },
      {
        inferenceConfig: { maxTokens: 6096, topP: 0.97 },
        additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2000 } },
      },
      [],
    ],
    [
      'Claude, not to think',
      CLAUDE,
      { reasoning: { effort: 'none' }, topK: 4 },
      { additionalModelRequestFields: { thinking: { type: 'disabled' }, top_k: 4 } },
      [],
    ],
    [
      'Claude, to think before a call that is required',
      CLAUDE,
      { reasoning: { effort: 'low' }, tools, toolChoice: { type: 'required' } },
      {
        toolConfig: {
          tools: [
            { toolSpec: { name: 'find', inputSchema: { json: tools[0]?.parameters ?? {} }, strict: true } },
          ],
          toolChoice: { any: {} },
        },
        additionalModelRequestFields: { thinking: { type: 'disabled' } },
      },
      ['reasoning'],
    ],
    [
      'Claude, where to stop',
      CLAUDE,
      { stopSequences: ['END', ' '], isStreamed: true },
      {
        inferenceConfig: { stopSequences: ['END'] },
        additionalModelResponseFieldPaths: ['/delta/stop_sequence'],
      },
      ['stopSequences'],
    ],
    [
      'Nova 2, to reason',
      NOVA_2,
      { reasoning: { effort: 'medium' }, maxOutputTokens: 100, temperature: 0.5 },
      {
        inferenceConfig: { maxTokens: 100, temperature: 0.5 },
        additionalModelRequestFields: {
          reasoningConfig: { type: 'enabled', maxReasoningEffort: 'medium' },
        },
      },
      [],
    ],
    [
      'Nova 2, to reason as hard as it can',
      NOVA_2,
      { reasoning: { effort: 'max' }, maxOutputTokens: 100, temperature: 0.5, topP: 1, topK: 3 },
      {
        additionalModelRequestFields: { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'high' } },
      },
      ['maxOutputTokens', 'temperature', 'topP', 'topK'],
    ],
    [
      'Nova, which cannot reason, and its likeliest tokens',
      NOVA,
      { reasoning: { effort: 'high' }, topK: 3 },
      { additionalModelRequestFields: { inferenceConfig: { topK: 3 } } },
      ['reasoning'],
    ],
    [
      'gpt-oss, by a budget',
      GPT,
      { reasoning: { budgetTokens: 9000 }, topK: 3 },
      { additionalModelRequestFields: { reasoning_effort: 'high' } },
      ['reasoning', 'topK'],
    ],
    [
      'a model of which nothing is known',
      PROFILE,
      { reasoning: { effort: 'high' }, temperature: 1.5, topK: 3 },
      { inferenceConfig: { temperature: 1 } },
      ['reasoning', 'temperature', 'topK'],
    ],
    [
      'what has a place, and what has none',
      PROFILE,
      {
        serviceTier: 'flex',
        metadata: { team: 'a b', bad: '{}' },
        seed: 1,
        userId: 'u',
        verbosity: 'low',
        presencePenalty: 1,
        frequencyPenalty: 1,
        promptCacheKey: 'k',
        webSearch: {},
      },
      { serviceTier: { type: 'flex' }, requestMetadata: { team: 'a b' } },
      [
        'presencePenalty',
        'frequencyPenalty',
        'seed',
        'verbosity',
        'userId',
        'webSearch',
        'promptCacheKey',
        'metadata',
      ],
    ],
  ])('%s', (_what, model, asked, sent, lost) => {
    expect(encode(model, asked)).toEqual({
      value: { messages: [{ role: 'user', content: [{ text: 'Hello' }] }], ...sent },
      lost,
    });
  });
});

describe('output in a schema', () => {
  const outputFormat = { type: 'json-schema', schema, name: 'answer' } as const;

  it('is requested from the service if it enforces the schema', () => {
    expect(encode(CLAUDE, { outputFormat }).value['outputConfig']).toEqual({
      textFormat: {
        type: 'json_schema',
        structure: { jsonSchema: { schema: JSON.stringify(schema), name: 'answer' } },
      },
    });
  });

  it('is a forced tool call if the model supports only that', () => {
    const { toolConfig } = encode(NOVA, { outputFormat }).value;
    expect(toolConfig).toMatchObject({
      tools: [{ toolSpec: { name: 'modelgate_json_answer', inputSchema: { json: schema } } }],
      toolChoice: { tool: { name: 'modelgate_json_answer' } },
    });
    expect(encode(NOVA, { outputFormat, tools }).value['toolConfig']).toMatchObject({
      toolChoice: { any: {} },
    });
  });

  it('is described by an instruction otherwise', () => {
    const { value, lost } = encode(LLAMA, { outputFormat });
    expect(JSON.stringify(value['system'])).toContain('JSON schema');
    expect(lost).toEqual(['outputFormat']);
  });
});

describe('cache points', () => {
  const point = { cachePoint: { type: 'default' } };
  const system: Message = { role: 'system', content: [{ type: 'text', text: 'Be brief' }] };
  const marked: Message = { role: 'user', content: [{ type: 'text', text: 'Hello', cache: { ttl: '1h' } }] };

  it('follow the tools, the system prompt and the last two user turns', () => {
    const messages = [
      system,
      hello,
      { role: 'assistant' as const, content: [call] },
      toolConversation[2] ?? hello,
    ];
    const { value } = encode(CLAUDE, { messages, tools }, true);
    expect(value['system']).toEqual([{ text: 'Be brief' }, point]);
    expect((value['toolConfig'] as JsonObject)['tools']).toHaveLength(2);
    expect(countPoints(value)).toBe(4);
    expect(countPoints(encode(NOVA, { messages, tools }, true).value)).toBe(3);
    expect(countPoints(encode(LLAMA, { messages, tools }, true).value)).toBe(0);
    expect(countPoints(encode('anthropic.claude-3-haiku-20240307-v1:0', { messages }, true).value)).toBe(0);
  });

  it.each([
    [CLAUDE, [{ text: 'Hello' }, { cachePoint: { type: 'default', ttl: '1h' } }], []],
    [NOVA, [{ text: 'Hello' }, point], []],
    [PROFILE, [{ text: 'Hello' }, { cachePoint: { type: 'default', ttl: '1h' } }], []],
    [LLAMA, [{ text: 'Hello' }], ['cache_control']],
  ])('of the client are sent if %s supports them', (model, content, lost) => {
    expect(encode(model, { messages: [system, marked] }, true)).toEqual({
      value: { system: [{ text: 'Be brief' }], messages: [{ role: 'user', content }] },
      lost,
    });
  });
});

function countPoints(value: JsonObject): number {
  return JSON.stringify(value).split('"cachePoint"').length - 1;
}
