import { type JsonObject } from '#canonical';
import { type KnownModel } from '#models';

export type Upstream = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini-generate-content';

type Facts = Pick<KnownModel, 'limits' | 'parameters' | 'reasoning'>;
type Reasoning = NonNullable<Facts['reasoning']>;
type Parameter = NonNullable<NonNullable<Facts['parameters']>['refused']>[number];

const OPENAI = {
  temperature: ['temperature'],
  topP: ['top_p'],
  tools: ['tools'],
  toolChoice: ['tool_choice'],
  allowsParallelCalls: ['parallel_tool_calls'],
  serviceTier: ['service_tier'],
  userId: ['user', 'safety_identifier'],
  metadata: ['metadata'],
  promptCacheKey: ['prompt_cache_key'],
};

/** The members that set each parameter in a format. */
const MEMBERS: Readonly<Record<Upstream, Partial<Record<Parameter, readonly string[]>>>> = {
  'openai-chat': {
    ...OPENAI,
    topK: ['top_k'],
    presencePenalty: ['presence_penalty'],
    frequencyPenalty: ['frequency_penalty'],
    seed: ['seed'],
    logprobs: ['logprobs', 'top_logprobs'],
    stopSequences: ['stop'],
    choiceCount: ['n'],
    outputFormat: ['response_format.json_schema'],
    verbosity: ['verbosity'],
    reasoning: ['reasoning_effort', 'reasoning', 'thinking'],
    webSearch: ['web_search_options'],
  },
  'openai-responses': {
    ...OPENAI,
    logprobs: ['top_logprobs'],
    outputFormat: ['text.format.schema'],
    verbosity: ['text.verbosity'],
    reasoning: ['reasoning'],
  },
  'anthropic-messages': {
    temperature: ['temperature'],
    topP: ['top_p'],
    topK: ['top_k'],
    stopSequences: ['stop_sequences'],
    tools: ['tools'],
    toolChoice: ['tool_choice'],
    allowsParallelCalls: ['tool_choice.disable_parallel_tool_use'],
    outputFormat: ['output_config.format'],
    serviceTier: ['service_tier'],
    userId: ['metadata.user_id'],
    reasoning: ['thinking', 'output_config.effort'],
  },
  'gemini-generate-content': {
    temperature: ['generationConfig.temperature'],
    topP: ['generationConfig.topP'],
    topK: ['generationConfig.topK'],
    presencePenalty: ['generationConfig.presencePenalty'],
    frequencyPenalty: ['generationConfig.frequencyPenalty'],
    seed: ['generationConfig.seed'],
    logprobs: ['generationConfig.responseLogprobs', 'generationConfig.logprobs'],
    stopSequences: ['generationConfig.stopSequences'],
    choiceCount: ['generationConfig.candidateCount'],
    tools: ['tools.0.functionDeclarations'],
    toolChoice: ['toolConfig'],
    outputFormat: ['generationConfig.responseJsonSchema', 'generationConfig.responseSchema'],
    serviceTier: ['serviceTier'],
    reasoning: ['generationConfig.thinkingConfig'],
  },
};

const LIMITS: Readonly<Record<Upstream, readonly string[]>> = {
  'openai-chat': ['max_tokens', 'max_completion_tokens'],
  'openai-responses': ['max_output_tokens'],
  'anthropic-messages': ['max_tokens'],
  'gemini-generate-content': ['generationConfig.maxOutputTokens'],
};

/** Why a service rejects a request whose model behaves exactly as the catalog describes; undefined if it accepts it. */
export function findRefusal(facts: Facts, format: Upstream, body: JsonObject): string | undefined {
  return (
    findRefusedMember(facts, format, body) ??
    findUnknownMember(facts, format, body) ??
    findReasoningFault(facts.reasoning, format, body) ??
    findExcess(facts, format, body)
  );
}

function findRefusedMember(
  { parameters, reasoning }: Facts,
  format: Upstream,
  body: JsonObject,
): string | undefined {
  const { refused = [], refusedWhileReasoning = [], exclusive } = parameters ?? {};
  const hasNoTools = refused.includes('tools');
  const fields: Parameter[] = [
    ...refused,
    ...(hasNoTools ? (['toolChoice', 'allowsParallelCalls'] as const) : []),
    ...(isReasoning(reasoning, format, body) ? refusedWhileReasoning : []),
  ];
  const given = (field: Parameter): string | undefined =>
    MEMBERS[format][field]?.find((path) => read(body, path) !== undefined);
  const member = fields.map(given).find((path) => path !== undefined);
  if (member !== undefined) return `${member} is not taken`;
  return exclusive?.every((field) => given(field) !== undefined) === true
    ? `${exclusive.join(' and ')} exclude each other`
    : undefined;
}

/** If a model accepts some parameters only without reasoning, an effort turns its reasoning off. */
function isReasoning(reasoning: Facts['reasoning'], format: Upstream, body: JsonObject): boolean {
  const effort = read(body, format === 'openai-chat' ? 'reasoning_effort' : 'reasoning.effort');
  return effort === undefined ? reasoning?.isOffByDefault !== true : effort !== 'none';
}

function findUnknownMember({ parameters }: Facts, format: Upstream, body: JsonObject): string | undefined {
  if (format !== 'openai-chat') return undefined;
  const { outputLimit, renamed = {} } = parameters ?? {};
  const others = outputLimit === undefined ? [] : LIMITS[format].filter((name) => name !== outputLimit);
  const unknown = [...others, ...Object.keys(renamed)].find((name) => name in body);
  return unknown && `${unknown} is not known`;
}

function findReasoningFault(
  reasoning: Reasoning | undefined,
  format: Upstream,
  body: JsonObject,
): string | undefined {
  if (reasoning === undefined) return undefined;
  switch (format) {
    case 'openai-chat':
      return findUnknownEffort(reasoning.efforts, read(body, 'reasoning_effort'));
    case 'openai-responses':
      return findUnknownEffort(reasoning.efforts, read(body, 'reasoning.effort'));
    case 'anthropic-messages':
      return findClaudeFault(reasoning, body);
    case 'gemini-generate-content':
      return findGeminiFault(reasoning, body);
  }
}

/** A list that contains only the value for no reasoning does not define which others exist. */
function findUnknownEffort(efforts: Reasoning['efforts'] = [], effort: unknown): string | undefined {
  const isListed = efforts.some((one) => one !== 'none');
  if (effort === undefined || !isListed || (efforts as readonly unknown[]).includes(effort)) return undefined;
  return `the effort ${JSON.stringify(effort)} is not known`;
}

function findClaudeFault(
  { efforts, budget, canBeTurnedOff }: Reasoning,
  body: JsonObject,
): string | undefined {
  const type = read(body, 'thinking.type');
  if (type === 'disabled' && canBeTurnedOff === false) return 'thinking cannot be turned off';
  if (type === 'enabled' && efforts !== undefined && budget === undefined) return 'there are no budgets';
  if (type === 'adaptive' && efforts === undefined && budget !== undefined) return 'thinking is not adaptive';
  const effort = read(body, 'output_config.effort');
  if (effort !== undefined && efforts === undefined && budget !== undefined) return 'there are no efforts';
  return findUnknownEffort(efforts, effort) ?? checkBudget(budget, read(body, 'thinking.budget_tokens'));
}

function findGeminiFault(
  { efforts, budget, canBeTurnedOff }: Reasoning,
  body: JsonObject,
): string | undefined {
  const level = read(body, 'generationConfig.thinkingConfig.thinkingLevel');
  const tokens = read(body, 'generationConfig.thinkingConfig.thinkingBudget');
  if (level !== undefined && efforts === undefined && budget !== undefined) return 'there are no levels';
  if (tokens !== undefined && efforts !== undefined && budget === undefined) return 'there are no budgets';
  if (tokens === 0) return canBeTurnedOff === false ? 'thinking cannot be turned off' : undefined;
  const effort = typeof level === 'string' ? level.toLowerCase() : undefined;
  return findUnknownEffort(efforts, effort) ?? checkBudget(budget, tokens);
}

function checkBudget(
  { min = 0, max = Infinity }: Reasoning['budget'] = {},
  tokens: unknown,
): string | undefined {
  return typeof tokens === 'number' && (tokens < min || tokens > max)
    ? `a budget of ${tokens} is not between ${min} and ${max}`
    : undefined;
}

function findExcess({ limits }: Facts, format: Upstream, body: JsonObject): string | undefined {
  const most = limits?.output ?? Infinity;
  const path = LIMITS[format].find((one) => Number(read(body, one) ?? 0) > most);
  return path && `${path} is more than ${most}`;
}

function read(body: JsonObject, path: string): unknown {
  let value: unknown = body;
  for (const key of path.split('.')) value = (value as JsonObject | undefined)?.[key];
  return value ?? undefined;
}
