import { describe, expect, it } from '@jest/globals';
import { JsonDocument, spliceBytes } from '#json-scan';
import { type WireFormatId } from '../format-ids.js';
import { type ModelRule } from '../model-rules/model-rule.js';
import { WIRE_FORMATS } from '../registry.js';
import { planRepairs } from './plan-repairs.js';

const CHAT = 'openai-chat';
const RESPONSES = 'openai-responses';
const MESSAGES = 'anthropic-messages';
const GEMINI = 'gemini-generate-content';

const hints = { model: 'm', isStreamed: false };

const UNSAMPLED = ['presencePenalty', 'frequencyPenalty', 'temperature', 'topP', 'logprobs'] as const;
const PENALTIES = ['presencePenalty', 'frequencyPenalty'] as const;
const LIMIT = { max_tokens: 'max_completion_tokens' };

/** Rules like those of real models. */
const RULES: Readonly<Record<string, ModelRule>> = {
  o3: {
    refuses: [...UNSAMPLED, 'verbosity'],
    reasoning: { efforts: ['low', 'medium', 'high'], isAlwaysOn: true },
    renames: LIMIT,
    maxOutputTokens: 100_000,
  },
  'gpt-5': {
    refuses: UNSAMPLED,
    reasoning: { efforts: ['minimal', 'low', 'medium', 'high'], isAlwaysOn: true },
    renames: LIMIT,
    maxOutputTokens: 128_000,
  },
  'gpt-5.1': {
    refusesWhileReasoning: { fields: ['temperature', 'topP', 'logprobs'], isOffByDefault: true },
    reasoning: { efforts: ['none', 'low', 'medium', 'high'] },
    renames: LIMIT,
  },
  'gpt-4o': { refuses: ['reasoning', 'verbosity'] },
  'mistral-small': {
    refuses: ['userId', 'verbosity', 'serviceTier', 'promptCacheKey', 'logprobs'],
    renames: { max_completion_tokens: 'max_tokens', seed: 'random_seed' },
  },
  'claude-opus-4-8': {
    refuses: ['temperature', 'topP', 'topK'],
    reasoning: { efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] },
    maxOutputTokens: 128_000,
  },
  'claude-sonnet-4-5': { takesOneOf: ['temperature', 'topP'], reasoning: { budget: { min: 1024 } } },
  'gemini-2.5-flash': { refuses: PENALTIES, reasoning: { budget: { min: 1, max: 24_576 } } },
  'gemini-2.5-pro': {
    refuses: PENALTIES,
    reasoning: { budget: { min: 128, max: 32_768 }, isAlwaysOn: true },
  },
};

function repair(id: WireFormatId, model: string, body: string) {
  const document = JsonDocument.scan(Buffer.from(body));
  const { edits, lost, renamed } = planRepairs(document, {
    id,
    format: WIRE_FORMATS[id],
    model,
    rule: RULES[model],
    hints,
  });
  const text = spliceBytes(document.bytes, edits).toString();
  return { text, changed: [...lost.map(({ param }) => param), ...renamed] };
}

type Row = [WireFormatId, model: string, body: string, repaired: string, changed: string[]];

describe('repairs of a request', () => {
  it.each<Row>([
    [CHAT, 'o3', '{"temperature":0.5}', '{}', ['temperature']],
    [CHAT, 'o3', '{ "temperature": 0.5, "n":1}', '{ "n":1}', ['temperature']],
    [CHAT, 'o3', '{"n":1 , "top_p" : 0.5 }', '{"n":1 }', ['top_p']],
    [
      CHAT,
      'o3',
      '{"top_p":0.5,"a":1,"temperature":1,"b":2,"verbosity":"low"}',
      '{"a":1,"b":2}',
      ['top_p', 'verbosity'],
    ],
    [CHAT, 'o3', '{"reasoning_effort":"minimal"}', '{"reasoning_effort":"low"}', ['reasoning_effort']],
    [
      CHAT,
      'o3',
      '{"reasoning":{"effort":"xhigh"},"x":1}',
      '{"x":1,"reasoning_effort":"high"}',
      ['reasoning_effort'],
    ],
    [CHAT, 'gpt-5.1', '{"top_p":0.5}', '{"top_p":0.5}', []],
    [CHAT, 'gpt-5.1', '{"top_p":0.5,"reasoning_effort":"low"}', '{"reasoning_effort":"low"}', ['top_p']],
    [CHAT, 'mistral-small', '{"seed" : 7,"user":"u"}', '{"random_seed":7}', ['user', 'seed']],
    [
      CHAT,
      'mistral-small',
      '{"max_completion_tokens":7,"max_tokens":9}',
      '{"max_tokens":7}',
      ['max_completion_tokens'],
    ],
    [CHAT, 'gpt-5', '{"max_tokens":9}', '{"max_completion_tokens":9}', ['max_tokens']],
    [
      CHAT,
      'gpt-5',
      '{"max_completion_tokens":7,"max_tokens":9}',
      '{"max_completion_tokens":7}',
      ['max_tokens'],
    ],
    [RESPONSES, 'gpt-5', '{"max_tokens":9}', '{"max_tokens":9}', []],
    [
      CHAT,
      'o3',
      '{"max_completion_tokens":999999}',
      '{"max_completion_tokens":100000}',
      ['max_completion_tokens'],
    ],
    [
      CHAT,
      'o3',
      '{"max_tokens":999999,"n":1}',
      '{"n":1,"max_completion_tokens":100000}',
      ['max_completion_tokens', 'max_tokens'],
    ],
    [MESSAGES, 'claude-opus-4-8', '{"max_tokens":200000}', '{"max_tokens":128000}', ['max_tokens']],
    [
      RESPONSES,
      'gpt-4o',
      '{"reasoning":{"effort":"low","summary":"auto"},"text":{"verbosity":"low"}}',
      '{}',
      ['reasoning', 'text.verbosity'],
    ],
    [
      RESPONSES,
      'gpt-4o',
      '{"text":{"verbosity":"low", "format":{"type":"text"}}}',
      '{"text":{"format":{"type":"text"}}}',
      ['text.verbosity'],
    ],
    [
      RESPONSES,
      'gpt-5',
      '{"reasoning":{"effort":"none","summary":"detailed"}}',
      '{"reasoning":{"effort":"minimal","summary":"detailed"}}',
      ['reasoning'],
    ],
    [
      MESSAGES,
      'claude-opus-4-8',
      '{"max_tokens":9,"temperature":0.5,"top_k":3}',
      '{"max_tokens":9}',
      ['temperature', 'top_k'],
    ],
    [
      MESSAGES,
      'claude-opus-4-8',
      '{"max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":8000}}',
      '{"max_tokens":9000,"thinking":{"type":"adaptive","display":"summarized"},"output_config":{"effort":"medium"}}',
      ['thinking'],
    ],
    [
      MESSAGES,
      'claude-sonnet-4-5',
      '{"max_tokens":9,"temperature":0.5,"top_p":0.5}',
      '{"max_tokens":9,"temperature":0.5}',
      ['top_p'],
    ],
    [
      GEMINI,
      'gemini-2.5-flash',
      '{"generation_config":{"presence_penalty":1,"topP":0.5}}',
      '{"generation_config":{"topP":0.5}}',
      ['generationConfig.presencePenalty'],
    ],
    [
      GEMINI,
      'gemini-2.5-pro',
      '{"generation_config":{"thinking_config":{"thinkingBudget":1}}}',
      '{"generation_config":{"thinking_config":{"includeThoughts":false,"thinkingBudget":128}}}',
      ['generationConfig.thinkingConfig'],
    ],
  ])('%s for %s: %s', (format, model, body, repaired, changed) => {
    expect(repair(format, model, body)).toEqual({ text: repaired, changed });
  });

  it.each<[WireFormatId, model: string, body: string]>([
    [CHAT, 'unheard-of', '{"temperature":0.5,"top_k":1}'],
    [CHAT, 'o3', '{"temperature":null,"top_p":null}'],
    [CHAT, 'o3', '{"temperature":"hot"}'],
    [RESPONSES, 'gpt-5', '{"reasoning":{"effort":"low"},"instructions":"x"}'],
    [MESSAGES, 'claude-opus-4-8', '{"max_tokens":9,"thinking":{"type":"adaptive"}}'],
    [GEMINI, 'gemini-2.5-flash', '{"contents":[]}'],
  ])('keep the bytes if there is nothing to repair: %s for %s: %s', (format, model, body) => {
    expect(repair(format, model, body)).toEqual({ text: body, changed: [] });
  });

  it('reject the request if its meaning would change', () => {
    expect(() => repair(CHAT, 'o3', '{"logprobs":true}')).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param: 'logprobs' }),
    );
  });
});
