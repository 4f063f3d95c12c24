import { asFields, isAbsent, type Fields } from './fields.js';
import { Refused } from './refused.js';

/** What models reject although their vendor's format allows it, each by a part of the model's name. */
interface Refusal {
  models: RegExp;
  /** Members that must be absent, by their path. */
  without?: readonly string[];
  /** The allowed values of a member, if it is present. */
  values?: Readonly<Record<string, readonly unknown[]>>;
  /** Members that exclude each other. */
  apart?: readonly [string, string];
  /** The minimum and maximum of a number. */
  ranges?: Readonly<Record<string, readonly [number, number]>>;
}

const EFFORT = ['low', 'medium', 'high'];
const SAMPLING = ['temperature', 'top_p', 'top_k'];
const PENALTIES = ['presence_penalty', 'frequency_penalty'];
const BUDGET = 'generationConfig.thinkingConfig.thinkingBudget';
const LEVEL = 'generationConfig.thinkingConfig.thinkingLevel';
const GEMINI_PENALTIES = ['generationConfig.presencePenalty', 'generationConfig.frequencyPenalty'];

const byEffort = (...efforts: string[]): Refusal['values'] => ({
  reasoning_effort: efforts,
  'reasoning.effort': efforts,
});

const REFUSALS: readonly Refusal[] = [
  {
    models: /(?<!\/)claude-(opus-4-[78]|(opus|sonnet)-5)/,
    without: [...SAMPLING, 'thinking.budget_tokens'],
    values: { 'thinking.type': ['adaptive', 'disabled'] },
  },
  { models: /(?<!\/)claude-sonnet-5$/, values: { 'output_config.effort': [...EFFORT, 'max'] } },
  {
    models: /(?<!\/)claude-fable-5/,
    without: SAMPLING,
    values: { 'thinking.type': ['adaptive'], 'output_config.effort': [...EFFORT, 'xhigh', 'max'] },
  },
  { models: /(?<!\/)claude-(opus|sonnet)-4-6/, values: { 'output_config.effort': [...EFFORT, 'max'] } },
  {
    models: /(?<!\/)claude-(sonnet|haiku)-4-5/,
    without: ['output_config.effort'],
    values: { 'thinking.type': ['enabled', 'disabled'] },
    apart: ['temperature', 'top_p'],
  },
  { models: /(?<!\/)claude-opus-4-1/, apart: ['temperature', 'top_p'] },
  { models: /(?<!\/)claude-3-5/, without: ['thinking', 'output_config.effort'] },
  {
    models: /^(o3|gpt-5(-(?!chat)|$))/,
    without: [...PENALTIES, 'temperature', 'top_p', 'logprobs', 'top_logprobs', 'max_tokens'],
  },
  { models: /^o3/, without: ['verbosity', 'text.verbosity'], values: byEffort(...EFFORT) },
  { models: /^gpt-5$/, values: byEffort('minimal', ...EFFORT) },
  { models: /^gpt-5\.1$/, without: PENALTIES, values: byEffort('none', ...EFFORT) },
  { models: /^gpt-5\.1-codex(?!-max)/, without: PENALTIES, values: byEffort(...EFFORT) },
  { models: /^gpt-5\.4/, without: PENALTIES, values: byEffort('none', ...EFFORT, 'xhigh') },
  { models: /^gpt-4/, without: ['reasoning_effort', 'reasoning.effort', 'verbosity', 'text.verbosity'] },
  { models: /^gemini-2\.0/, without: ['generationConfig.thinkingConfig'] },
  { models: /^gemini-2\.5/, without: [LEVEL] },
  { models: /^gemini-2\.5-(flash|pro)/, without: GEMINI_PENALTIES },
  { models: /^gemini-2\.5-pro/, ranges: { [BUDGET]: [128, 32_768] } },
  { models: /^gemini-2\.5-flash$/, ranges: { [BUDGET]: [0, 24_576] } },
  { models: /^gemini-3/, without: [BUDGET, ...GEMINI_PENALTIES] },
  { models: /^gemini-3-pro/, values: { [LEVEL]: ['LOW', 'HIGH'] } },
  {
    models: /mistral/,
    without: [
      'max_completion_tokens',
      'seed',
      'store',
      'user',
      'verbosity',
      'service_tier',
      'prompt_cache_key',
    ],
    values: { reasoning_effort: ['none', 'high'] },
  },
];

/** With the effort none, these accept what they otherwise reject. */
const WHILE_REASONING = /^gpt-5\.[1-9]/;

/** `status` is 422 if a server checks its requests with a schema. */
export function checkModelRefusals(model: string, body: Fields): void {
  for (const { models, without = [], values = {}, apart, ranges = {} } of REFUSALS) {
    if (!models.test(model)) continue;
    const refused = without.find((path) => !isAbsent(read(body, path)));
    if (refused !== undefined) throw refusal(refused, model);
    for (const [path, known] of Object.entries(values)) {
      const value = read(body, path);
      if (!isAbsent(value) && !known.includes(value)) throw refusal(path, model);
    }
    if (apart?.every((path) => !isAbsent(read(body, path)))) throw refusal(apart[1], model);
    for (const [path, [least, most]] of Object.entries(ranges)) {
      const value = read(body, path);
      if (typeof value === 'number' && (value < least || value > most)) throw refusal(path, model);
    }
  }
  const effort = read(body, 'reasoning_effort') ?? read(body, 'reasoning.effort') ?? 'none';
  const sampled = ['temperature', 'top_p'].find((path) => !isAbsent(read(body, path)));
  if (WHILE_REASONING.test(model) && effort !== 'none' && sampled !== undefined)
    throw refusal(sampled, model);
}

function read(body: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => asFields(value)[key], body);
}

function refusal(path: string, model: string): Refused {
  const status = /mistral/.test(model) ? 422 : 400;
  return new Refused(`'${path}' is not supported with this model.`, {
    status,
    path: path.split('.'),
    code: 'unsupported_parameter',
  });
}
