import { type Fact } from '../../kit/fact-list.js';
import { formatCount } from '../../kit/format.js';
import { type KnownFacts, type Model } from './model-queries.js';

type Parameter = NonNullable<KnownFacts['parameters']>['taken'][number];
type Group = KnownFacts['sources'][number]['group'];

/** The labels of request parameters, named as in OpenAI's API reference. */
const PARAMETER_WORDS: Readonly<Record<Parameter, string>> = {
  temperature: 'temperature',
  top_p: 'top P',
  top_k: 'top K',
  presence_penalty: 'presence penalty',
  frequency_penalty: 'frequency penalty',
  seed: 'seed',
  logprobs: 'log probabilities',
  stop_sequences: 'stop sequences',
  choice_count: 'multiple choices',
  tools: 'tools',
  tool_choice: 'tool choice',
  allows_parallel_calls: 'parallel tool calls',
  output_format: 'structured output',
  service_tier: 'service tier',
  verbosity: 'verbosity',
  user_id: 'user id',
  metadata: 'metadata',
  prompt_cache_key: 'prompt cache key',
  reasoning: 'reasoning',
  web_search: 'web search',
};

const MODALITY_WORDS = { text: 'text', image: 'images', audio: 'audio', video: 'video', pdf: 'PDF' } as const;

export const GROUP_WORDS: Readonly<Record<Group, string>> = {
  modalities: 'Input and output',
  limits: 'Limits',
  parameters: 'Parameters',
  reasoning: 'Reasoning',
  price: 'Price',
  dates: 'Dates',
};

/** The catalog facts that apply to a group of channels. */
export interface ChannelFacts {
  channels: string[];
  /** Null if the upstream model of these channels is not in the catalog. */
  known: KnownFacts | null;
}

/** Groups channels with the same upstream model. Their facts differ only in the price, which is missing for some hosts. */
export function groupByFacts({ channels }: Pick<Model, 'channels'>): ChannelFacts[] {
  const groups = new Map<string, ChannelFacts>();
  for (const { name, known } of channels) {
    const key = known === null ? '' : `${known.provider}\n${known.id}`;
    const group = groups.get(key) ?? { channels: [], known };
    const withPrice = group.known?.price == null ? known : group.known;
    groups.set(key, { channels: [...group.channels, name], known: withPrice });
  }
  return [...groups.values()];
}

const MAX_CHANNELS = 5;

/** For example "a, b and 195 more". */
export function nameChannels(channels: readonly string[]): string {
  const others = channels.length - MAX_CHANNELS;
  const named = channels.slice(0, MAX_CHANNELS).join(', ');
  return others > 0 ? `${named} and ${formatCount(others)} more` : named;
}

/** The facts about what a model can do. Unknown facts are omitted. */
export function listAbilities({
  kind,
  family,
  modalities,
  limits,
  parameters,
  reasoning,
  released,
  retires,
}: KnownFacts): Fact[] {
  return [
    { label: 'Kind', value: family === null ? kind : `${kind} (${family})` },
    ...listFact('Input', modalities?.input.map((name) => MODALITY_WORDS[name]) ?? []),
    ...listFact('Output', modalities?.output.map((name) => MODALITY_WORDS[name]) ?? []),
    ...tokenFact('Context', limits?.context),
    ...tokenFact('Max input', limits?.input),
    ...tokenFact('Max output', limits?.output),
    ...listFact('Parameters', nameParameters(parameters?.taken)),
    ...listFact('Unsupported parameters', nameParameters(parameters?.refused)),
    ...listFact('Unsupported while reasoning', nameParameters(parameters?.refused_while_reasoning)),
    ...listFact('Mutually exclusive', nameParameters(parameters?.exclusive)),
    ...listFact('Reasoning', reasoning === null ? [] : describeReasoning(reasoning)),
    ...listFact('Released', released === null ? [] : [released]),
    ...listFact('Retires', retires === null ? [] : [retires]),
  ];
}

function describeReasoning(reasoning: NonNullable<KnownFacts['reasoning']>): string[] {
  const { efforts, adaptive, can_be_turned_off: canBeTurnedOff, off_by_default: isOffByDefault } = reasoning;
  return [
    ...(efforts === null ? [] : [`effort ${efforts.join(' / ')}`]),
    ...describeBudget(reasoning),
    ...(adaptive === true ? ['adaptive'] : []),
    ...(canBeTurnedOff === null ? [] : [canBeTurnedOff ? 'can be turned off' : 'cannot be turned off']),
    ...(isOffByDefault === true ? ['off by default'] : []),
  ];
}

function describeBudget({
  min_budget: min,
  max_budget: max,
}: NonNullable<KnownFacts['reasoning']>): string[] {
  if (min === null && max === null) return [];
  if (max === null) return [`budget from ${formatTokens(min ?? 0)}`];
  return [`budget of ${min === null ? 'up to' : `${formatCount(min)} to`} ${formatTokens(max)}`];
}

function nameParameters(names: readonly Parameter[] = []): string[] {
  return names.map((name) => PARAMETER_WORDS[name]);
}

function listFact(label: string, words: readonly string[]): Fact[] {
  return words.length === 0 ? [] : [{ label, value: words.join(', ') }];
}

function tokenFact(label: string, tokens: number | null | undefined): Fact[] {
  return tokens == null ? [] : [{ label, value: formatTokens(tokens) }];
}

function formatTokens(tokens: number): string {
  return `${formatCount(tokens)} tokens`;
}
