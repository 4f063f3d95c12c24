import { type Capability, type Effort, type RequestField } from '#canonical';

export interface ListedModel {
  id: string;
  ownedBy: string;
  createdAt: Date;
  capabilities: readonly Capability[];
  /** Whether it only stands in for a model. */
  isStandIn?: boolean;
  /** Undefined where nobody knows. */
  price?: ListedPrice;
  /** What is known of the model behind it. */
  known?: ListedFacts;
}

/** In US dollars. */
export interface ListedPrice {
  inputPerMTok?: number;
  cachedInputPerMTok?: number;
  cacheWritePerMTok?: number;
  outputPerMTok?: number;
  audioInputPerMTok?: number;
  perImage?: number | object;
  perSecondVideo?: number | object;
  perMinuteAudio?: number;
  perMChar?: number;
  perSearch?: number;
  perRequest?: number;
}

export interface ListedFacts {
  label?: string;
  modalities?: { input: readonly string[]; output: readonly string[] };
  /** In tokens: of prompt and answer together, of the prompt where that is less, of the answer. */
  limits?: { context?: number; input?: number; output?: number };
  parameters?: { taken?: readonly RequestField[]; refused?: readonly RequestField[] };
  reasoning?: { efforts?: readonly Effort[]; canBeTurnedOff?: boolean };
}

/** What the OpenAI style calls the fields of a conversation. */
const PARAMETERS: Partial<Record<RequestField, readonly string[]>> = {
  temperature: ['temperature'],
  topP: ['top_p'],
  topK: ['top_k'],
  presencePenalty: ['presence_penalty'],
  frequencyPenalty: ['frequency_penalty'],
  seed: ['seed'],
  logprobs: ['logprobs', 'top_logprobs'],
  stopSequences: ['stop'],
  choiceCount: ['n'],
  tools: ['tools'],
  toolChoice: ['tool_choice'],
  allowsParallelCalls: ['parallel_tool_calls'],
  outputFormat: ['response_format', 'structured_outputs'],
  reasoning: ['reasoning', 'reasoning_effort'],
  verbosity: ['verbosity'],
  serviceTier: ['service_tier'],
  webSearch: ['web_search_options'],
};

/** `1.25` for a million is `0.00000125` for one: as text, since many read numbers with fewer digits. */
const PRICE_DIGITS = 12;

/**
 * What is more than the format has; its clients leave what they do not know alone. The names are those of OpenRouter's
 * list, which many of them do know.
 */
export function describeKnown({ known, price }: Pick<ListedModel, 'known' | 'price'>): object {
  const { label, modalities, limits, parameters, reasoning } = known ?? {};
  const { taken, refused } = parameters ?? {};
  const efforts = reasoning && listEfforts(reasoning);
  return {
    ...(label !== undefined && { name: label }),
    ...(limits?.context !== undefined && { context_length: limits.context }),
    ...(modalities && {
      architecture: {
        modality: `${modalities.input.join('+')}->${modalities.output.join('+')}`,
        input_modalities: modalities.input,
        output_modalities: modalities.output,
      },
    }),
    ...(limits && {
      top_provider: {
        context_length: limits.context ?? null,
        max_completion_tokens: limits.output ?? null,
      },
    }),
    ...(price && { pricing: describePrice(price) }),
    ...(taken && { supported_parameters: nameParameters(taken) }),
    // Not of that list: a parameter in neither of the two is one of which nothing is known.
    ...(refused && { unsupported_parameters: nameParameters(refused) }),
    ...(efforts && { reasoning_efforts: efforts }),
  };
}

function nameParameters(fields: readonly RequestField[]): string[] {
  return fields.flatMap((field) => PARAMETERS[field] ?? []);
}

/** Where reasoning can be turned off, "none" does so, also for models that have no such word of their own. */
function listEfforts({
  efforts,
  canBeTurnedOff = false,
}: NonNullable<ListedFacts['reasoning']>): readonly Effort[] | undefined {
  if (efforts === undefined || !canBeTurnedOff || efforts.includes('none')) return efforts;
  return ['none', ...efforts];
}

function describePrice(price: ListedPrice): object {
  const perToken = {
    prompt: price.inputPerMTok,
    completion: price.outputPerMTok,
    input_cache_read: price.cachedInputPerMTok,
    input_cache_write: price.cacheWritePerMTok,
    audio: price.audioInputPerMTok,
  };
  const perUnit = {
    request: price.perRequest,
    image: typeof price.perImage === 'number' ? price.perImage : undefined,
  };
  return {
    ...mapStated(perToken, (usd) => toDecimal(usd / 1_000_000)),
    ...mapStated(perUnit, toDecimal),
  };
}

function mapStated(
  rates: Readonly<Record<string, number | undefined>>,
  describe: (usd: number) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rates).flatMap(([name, usd]) => (usd === undefined ? [] : [[name, describe(usd)]])),
  );
}

/** Without an exponent, and without zeros that say nothing. */
function toDecimal(usd: number): string {
  const digits = usd.toFixed(PRICE_DIGITS);
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, digits[end - 1] === '.' ? end - 1 : end);
}
