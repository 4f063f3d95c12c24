import { type Effort, type RequestField } from '#canonical';
import { type KnownModel } from '#models';
import { type Client, type Variant } from './client-requests.js';
import { type Upstream } from './strict-model.js';

/**
 * The expected result of a request: the fields that cause a rejection in strict mode, and the warnings for the client.
 */
export interface Expected {
  refused: readonly RequestField[];
  lost: readonly RequestField[];
  /** Members that are forwarded under another name, if bytes are passed through and not translated. */
  renamed: readonly string[];
}

interface Combination {
  known: KnownModel;
  client: Client;
  upstream: Upstream;
}

type RequestedSettings = Pick<Variant, 'settings' | 'reasoning' | 'isForced' | 'isSchema'>;

const PENALTIES = ['presencePenalty', 'frequencyPenalty'] as const;
/** Fields for which a format has no member and no equivalent in the response. */
const FORMAT_LOSSES: Readonly<
  Record<Upstream, { lost: readonly RequestField[]; refused: readonly RequestField[] }>
> = {
  'openai-chat': { lost: ['topK', 'webSearch'], refused: [] },
  'openai-responses': { lost: ['topK', 'seed', ...PENALTIES], refused: ['stopSequences', 'choiceCount'] },
  'anthropic-messages': {
    lost: [...PENALTIES, 'seed', 'verbosity', 'metadata'],
    refused: ['choiceCount', 'logprobs'],
  },
  'gemini-generate-content': {
    lost: ['allowsParallelCalls', 'verbosity', 'userId', 'metadata', 'promptCacheKey'],
    refused: [],
  },
};

/** Log probabilities of a text completion have another structure than those of a chat. */
const LOST_TO_COMPLETIONS = ['logprobs'] as const;

/** With extended thinking, Claude rejects these; `top_p` only below 0.95. */
const LOST_TO_THINKING = ['temperature', 'topP', 'topK'] as const;

/** The service tiers of each provider, with the names that clients use. */
const TIERS: Readonly<Record<Upstream, readonly unknown[]>> = {
  'openai-chat': ['auto', 'flex', 'priority'],
  'openai-responses': ['auto', 'flex', 'priority'],
  'anthropic-messages': ['auto'],
  'gemini-generate-content': ['auto', 'flex', 'priority'],
};

/** Derived from the facts of the model and the fields of each format, independent of the implementation. */
export function getExpected(way: Combination, asked: RequestedSettings): Expected {
  const isGiven = new Set(asked.settings.map(([field]) => field));
  const model = listModelLosses(way, asked, isGiven);
  const isSame = way.client === way.upstream;
  const format = isSame ? { lost: [], refused: [] } : listFormatLosses(way, asked, model);
  const gone = [...model, ...format.lost].filter((field) => isGiven.has(field));
  const isMeant = (field: RequestField): boolean =>
    field === 'logprobs' || (field === 'toolChoice' && asked.isForced === true);
  const isText = way.client === 'openai-completions';
  const refused = [
    ...gone.filter(isMeant),
    ...[...format.refused, ...(isText ? LOST_TO_COMPLETIONS : [])].filter((field) => isGiven.has(field)),
  ];
  return {
    refused: [...new Set(refused)],
    lost: [...new Set(gone)].filter((field) => !isMeant(field)),
    renamed: isSame ? listRenamed(way, asked) : [],
  };
}

function listModelLosses(
  { known, upstream }: Combination,
  asked: RequestedSettings,
  isGiven: ReadonlySet<RequestField>,
): RequestField[] {
  const { refused = [], refusedWhileReasoning = [], exclusive } = known.parameters ?? {};
  return [
    ...refused.filter((field) => isRefused(field, asked)),
    ...(refused.includes('tools') ? (['toolChoice', 'allowsParallelCalls'] as const) : []),
    ...(refusedWhileReasoning.length > 0 && isReasoning(known, asked) ? refusedWhileReasoning : []),
    ...(exclusive?.every((field) => isGiven.has(field)) === true ? [exclusive[1]] : []),
    ...(known.limits?.output === undefined ? [] : (['maxOutputTokens'] as const)),
    ...(isReasoningFitted(known, upstream, asked) ? (['reasoning'] as const) : []),
  ];
}

/** Any model can write JSON without a schema, and a model without reasoning satisfies a request for no reasoning. */
function isRefused(field: RequestField, { isSchema, reasoning }: RequestedSettings): boolean {
  if (field === 'outputFormat') return isSchema === true;
  return field !== 'reasoning' || reasoning?.effort !== 'none';
}

/** For models whose reasoning is disabled by an effort. */
function isReasoning({ reasoning }: KnownModel, { reasoning: asked }: RequestedSettings): boolean {
  if (asked === undefined) return reasoning?.isOffByDefault !== true;
  return asked.effort !== 'none' || reasoning?.efforts?.includes('none') !== true;
}

/** Whether the upstream receives another reasoning setting than the client sent. */
function isReasoningFitted(
  { reasoning }: KnownModel,
  upstream: Upstream,
  { reasoning: asked }: RequestedSettings,
): boolean {
  if (asked === undefined) return false;
  const isInWords = upstream === 'openai-chat' || upstream === 'openai-responses';
  if (isInWords && asked.budget !== undefined) return true;
  if (reasoning === undefined) return false;
  const { efforts = [], budget, canBeTurnedOff } = reasoning;
  const words = efforts.filter((effort) => effort !== 'none');
  if (asked.effort === 'none' && !isInWords) return canBeTurnedOff === false;
  if (asked.effort !== undefined) return words.length > 0 && !knowsEffort(efforts, asked.effort, upstream);
  if (budget === undefined) return words.length > 0;
  const { min = 0, max = Infinity } = budget;
  return asked.budget !== undefined && (asked.budget < min || asked.budget > max);
}

/** The Messages format has no effort below `low`. */
function knowsEffort(efforts: readonly Effort[], asked: Effort, upstream: Upstream): boolean {
  return efforts.includes(upstream === 'anthropic-messages' && asked === 'minimal' ? 'low' : asked);
}

function listFormatLosses(
  { known, upstream }: Combination,
  asked: RequestedSettings,
  model: readonly RequestField[],
): { lost: readonly RequestField[]; refused: readonly RequestField[] } {
  const { lost, refused } = FORMAT_LOSSES[upstream];
  const tier = findValue(asked, 'service_tier') ?? findValue(asked, 'serviceTier');
  const isTierLost = tier !== undefined && !TIERS[upstream].includes(tier);
  const hasTools = !model.includes('tools') && asked.settings.some(([field]) => field === 'tools');
  const isSearchLost = upstream === 'gemini-generate-content' && hasTools;
  return {
    refused,
    lost: [
      ...lost,
      ...(isTierLost ? (['serviceTier'] as const) : []),
      ...(isSearchLost ? (['webSearch'] as const) : []),
      ...(upstream === 'anthropic-messages' ? listThinkingLosses(known, asked) : []),
    ],
  };
}

/**
 * A required tool call and thinking exclude each other, and so do thinking and most sampling settings; they affect the
 * response.
 */
function listThinkingLosses(
  { parameters, limits }: KnownModel,
  { reasoning, isForced, settings }: RequestedSettings,
): RequestField[] {
  if (reasoning === undefined || parameters?.refused?.includes('reasoning') === true) return [];
  if (reasoning.effort === 'none') return [];
  const isStillForced = isForced === true && settings.some(([field]) => field === 'toolChoice');
  const isTooLong = (reasoning.budget ?? 0) >= (limits?.output ?? Infinity);
  return isStillForced
    ? ['reasoning']
    : [...LOST_TO_THINKING, ...(isTooLong ? (['reasoning'] as const) : [])];
}

function listRenamed({ known, client }: Combination, asked: RequestedSettings): string[] {
  if (client !== 'openai-chat') return [];
  const { outputLimit, renamed = {} } = known.parameters ?? {};
  const limits = ['max_tokens', 'max_completion_tokens'].filter((name) => name !== outputLimit);
  const names = [...(outputLimit === undefined ? [] : limits), ...Object.keys(renamed)];
  return names.filter((name) => findValue(asked, name) !== undefined);
}

function findValue({ settings }: RequestedSettings, member: string): unknown {
  return settings.map(([, , members]) => members[member]).find((value) => value !== undefined);
}
