import { type Effort, type RequestField } from '#canonical';
import { type KnownModel } from '#models';
import { type Client, type Variant } from './client-requests.js';
import { type Upstream } from './strict-model.js';

/** What a request comes to: the fields without which it is no longer the same, and those that the client is told of. */
export interface Expected {
  refused: readonly RequestField[];
  lost: readonly RequestField[];
  /** Members that go on under another name, where bytes are passed on and not translated. */
  renamed: readonly string[];
}

interface Way {
  known: KnownModel;
  client: Client;
  upstream: Upstream;
}

type Asked = Pick<Variant, 'settings' | 'reasoning' | 'isForced' | 'isSchema'>;

const PENALTIES = ['presencePenalty', 'frequencyPenalty'] as const;
/** What a format has no member for, and no answer that would make up for it. */
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

/** Log probabilities of a text have another form than those of a conversation. */
const LOST_TO_COMPLETIONS = ['logprobs'] as const;

/** While Claude thinks; of `top_p` only what is less than 0.95. */
const LOST_TO_THINKING = ['temperature', 'topP', 'topK'] as const;

/** The tiers of each service, in the words that clients have for them. */
const TIERS: Readonly<Record<Upstream, readonly unknown[]>> = {
  'openai-chat': ['auto', 'flex', 'priority'],
  'openai-responses': ['auto', 'flex', 'priority'],
  'anthropic-messages': ['auto'],
  'gemini-generate-content': ['auto', 'flex', 'priority'],
};

/** By the facts of the model and what each format has, whatever the code makes of them. */
export function getExpected(way: Way, asked: Asked): Expected {
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
  { known, upstream }: Way,
  asked: Asked,
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

/** JSON without a schema is what any model can write, and not to reason what one does anyway that cannot. */
function isRefused(field: RequestField, { isSchema, reasoning }: Asked): boolean {
  if (field === 'outputFormat') return isSchema === true;
  return field !== 'reasoning' || reasoning?.effort !== 'none';
}

/** Of models that can be told not to by an effort. */
function isReasoning({ reasoning }: KnownModel, { reasoning: asked }: Asked): boolean {
  if (asked === undefined) return reasoning?.isOffByDefault !== true;
  return asked.effort !== 'none' || reasoning?.efforts?.includes('none') !== true;
}

/** Whether the model is told something else than what its client has said. */
function isReasoningFitted(
  { reasoning }: KnownModel,
  upstream: Upstream,
  { reasoning: asked }: Asked,
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

/** The Messages format has no word below `low`. */
function knowsEffort(efforts: readonly Effort[], asked: Effort, upstream: Upstream): boolean {
  return efforts.includes(upstream === 'anthropic-messages' && asked === 'minimal' ? 'low' : asked);
}

function listFormatLosses(
  { known, upstream }: Way,
  asked: Asked,
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

/** A call that is demanded and thoughts exclude each other, and so do thoughts and most settings of sampling; they are part of the answer. */
function listThinkingLosses(
  { parameters, limits }: KnownModel,
  { reasoning, isForced, settings }: Asked,
): RequestField[] {
  if (reasoning === undefined || parameters?.refused?.includes('reasoning') === true) return [];
  if (reasoning.effort === 'none') return [];
  const isStillForced = isForced === true && settings.some(([field]) => field === 'toolChoice');
  const isTooLong = (reasoning.budget ?? 0) >= (limits?.output ?? Infinity);
  return isStillForced
    ? ['reasoning']
    : [...LOST_TO_THINKING, ...(isTooLong ? (['reasoning'] as const) : [])];
}

function listRenamed({ known, client }: Way, asked: Asked): string[] {
  if (client !== 'openai-chat') return [];
  const { outputLimit, renamed = {} } = known.parameters ?? {};
  const limits = ['max_tokens', 'max_completion_tokens'].filter((name) => name !== outputLimit);
  const names = [...(outputLimit === undefined ? [] : limits), ...Object.keys(renamed)];
  return names.filter((name) => findValue(asked, name) !== undefined);
}

function findValue({ settings }: Asked, member: string): unknown {
  return settings.map(([, , members]) => members[member]).find((value) => value !== undefined);
}
