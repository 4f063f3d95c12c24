import { describe, expect, it } from '@jest/globals';
import { type ChatRequest, type JsonObject, type Message, type Tool } from '#canonical';
import { type ModelRule } from '../model-rules/model-rule.js';
import { encodeRequest } from './encode-request.js';

const MODEL = 'gemini-3-pro';
const USER: Message = { role: 'user', content: [{ type: 'text', text: 'Hi' }] };

const request = (members: Partial<ChatRequest>): ChatRequest => ({
  model: 'm',
  isStreamed: false,
  messages: [USER],
  ...members,
});
const encode = (members: Partial<ChatRequest>, rule?: ModelRule): JsonObject =>
  encodeRequest(request(members), MODEL, { rule }).value;
const getConfig = (members: Partial<ChatRequest>, rule?: ModelRule): unknown =>
  encode(members, rule)['generationConfig'];
const getWarnedFields = (members: Partial<ChatRequest>): unknown[] =>
  encodeRequest(request(members), MODEL).warnings.map(({ field }) => field);

describe('settings for the service', () => {
  it.each([
    ['none', 'MINIMAL', 0],
    ['minimal', 'MINIMAL', 512],
    ['low', 'LOW', 1024],
    ['medium', 'MEDIUM', 8192],
    ['high', 'HIGH', 24_576],
    ['xhigh', 'HIGH', 24_576],
    ['max', 'HIGH', 24_576],
  ] as const)('asks for the effort %s', (effort, thinkingLevel, thinkingBudget) => {
    expect(getConfig({ reasoning: { effort } })).toEqual({ thinkingConfig: { thinkingLevel } });
    const withLevels = { reasoning: { efforts: [effort], budget: {} } };
    expect(getConfig({ reasoning: { effort } }, withLevels)).toEqual({ thinkingConfig: { thinkingLevel } });
    const withBudgets = { reasoning: { budget: {} } };
    expect(getConfig({ reasoning: { effort } }, withBudgets)).toEqual({ thinkingConfig: { thinkingBudget } });
  });

  it('prefer a budget, and say whether to include thoughts', () => {
    expect(getConfig({ reasoning: { effort: 'low', budgetTokens: 99, isShown: true } })).toEqual({
      thinkingConfig: { thinkingBudget: 99, includeThoughts: true },
    });
  });

  it.each<[Partial<ChatRequest>, JsonObject]>([
    [
      { temperature: 1.5, topP: 0.5, topK: 3 },
      { temperature: 1.5, topP: 0.5, topK: 3 },
    ],
    [
      { choiceCount: 2, maxOutputTokens: 9, seed: 4 },
      { candidateCount: 2, maxOutputTokens: 9, seed: 4 },
    ],
    [
      { presencePenalty: 1, frequencyPenalty: 2 },
      { presencePenalty: 1, frequencyPenalty: 2 },
    ],
    [{ stopSequences: ['a'] }, { stopSequences: ['a'] }],
    [{ logprobs: 0 }, { responseLogprobs: true }],
    [{ logprobs: 2 }, { responseLogprobs: true, logprobs: 2 }],
    [{ outputFormat: { type: 'json' } }, { responseMimeType: 'application/json' }],
    [
      { outputFormat: { type: 'json-schema', name: 'x', schema: { const: 'a' } } },
      { responseMimeType: 'application/json', responseJsonSchema: { enum: ['a'] } },
    ],
  ])('%j', (members, expected) => {
    expect(getConfig(members)).toEqual(expected);
  });

  it.each<[Partial<ChatRequest>, unknown[]]>([
    [{ allowsParallelCalls: false }, ['allowsParallelCalls']],
    [{ allowsParallelCalls: true }, []],
    [
      { verbosity: 'low', userId: 'u', metadata: {}, promptCacheKey: 'k' },
      ['verbosity', 'userId', 'metadata', 'promptCacheKey'],
    ],
    [{ serviceTier: 'scale' }, ['serviceTier']],
    [{ serviceTier: 'auto' }, []],
    [{ seed: 2 ** 40 }, ['seed']],
    [{ tools: [{ name: 'a', cache: {} }] }, [{ param: 'cache_control' }]],
    [
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'x', cache: { ttl: '1h' } }] }] },
      [{ param: 'cache_control' }],
    ],
  ])('warn of the lost fields of %j', (members, expected) => {
    expect(getWarnedFields(members)).toEqual(expected);
  });

  it("have the service's name of the tier", () => {
    expect(encode({ serviceTier: 'default' })['serviceTier']).toBe('standard');
    expect(encode({ serviceTier: 'flex' })['serviceTier']).toBe('flex');
  });

  it('reject too many stop sequences', () => {
    expect(() => encode({ stopSequences: ['1', '2', '3', '4', '5', '6'] })).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param: 'stopSequences' }),
    );
  });
});

describe('tools for the service', () => {
  it('are declared by JSON Schema, and without one if they have no parameters', () => {
    const tools: Tool[] = [
      { name: 'a', description: 'A.', parameters: { type: 'object', properties: { x: { const: 1 } } } },
      { name: 'b', parameters: { type: 'object', properties: {}, additionalProperties: false } },
      { name: 'c' },
    ];
    expect(encode({ tools })['tools']).toEqual([
      {
        functionDeclarations: [
          {
            name: 'a',
            description: 'A.',
            parametersJsonSchema: { type: 'object', properties: { x: { enum: [1] } } },
          },
          { name: 'b' },
          { name: 'c' },
        ],
      },
    ]);
  });

  it.each<[ChatRequest['toolChoice'], boolean, JsonObject | undefined]>([
    [undefined, false, undefined],
    [undefined, true, { mode: 'VALIDATED' }],
    [{ type: 'auto' }, false, { mode: 'AUTO' }],
    [{ type: 'auto' }, true, { mode: 'VALIDATED' }],
    [{ type: 'none' }, true, { mode: 'NONE' }],
    [{ type: 'required' }, false, { mode: 'ANY' }],
    [{ type: 'required', names: ['a'] }, false, { mode: 'ANY', allowedFunctionNames: ['a'] }],
    [{ type: 'tool', name: 'a' }, false, { mode: 'ANY', allowedFunctionNames: ['a'] }],
  ])('encode the choice %j (strict: %s)', (toolChoice, strict, expected) => {
    const { toolConfig } = encode({ tools: [{ name: 'a', strict }], toolChoice });
    expect(toolConfig).toEqual(expected && { functionCallingConfig: expected });
  });

  it.each(['1st', 'with space', '', 'x'.repeat(129)])('reject the name %j', (name) => {
    expect(() => encode({ tools: [{ name }] })).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param: 'tools' }),
    );
  });
});
