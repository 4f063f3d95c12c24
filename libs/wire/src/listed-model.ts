import { type Capability, type Effort, type RequestField } from '#canonical';

export interface ListedModel {
  id: string;
  ownedBy: string;
  createdAt: Date;
  capabilities: readonly Capability[];
  /** The model is a stand-in for another one. */
  isStandIn?: boolean;
  /** Undefined if the price is unknown. */
  price?: ListedPrice;
  /** Facts about the model behind it. */
  facts?: ListedFacts;
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
  /** In tokens: of prompt and output together, of the prompt if that is less, of the output. */
  limits?: { context?: number; input?: number; output?: number };
  parameters?: { taken?: readonly RequestField[]; refused?: readonly RequestField[] };
  reasoning?: { efforts?: readonly Effort[]; canBeTurnedOff?: boolean };
}

/** The names of the canonical fields in the OpenAI format. */
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

/**
 * In decimal places. A price of `1.25` per million is `0.00000125` per token. It is sent as text, because many
 * parsers read numbers with fewer digits.
 */
const PRICE_DIGITS = 12;

/**
 * Members beyond the OpenAI format, which its clients ignore if they do not know them. The names are those of
 * OpenRouter's list, which many clients know.
 */
export function describeFacts({ facts, price }: Pick<ListedModel, 'facts' | 'price'>): object {
  const { label, modalities, limits, parameters, reasoning } = facts ?? {};
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
    // This member is not in OpenRouter's list. For parameters in neither list, support is unknown.
    ...(refused && { unsupported_parameters: nameParameters(refused) }),
    ...(efforts && { reasoning_efforts: efforts }),
  };
}

function nameParameters(fields: readonly RequestField[]): string[] {
  return fields.flatMap((field) => PARAMETERS[field] ?? []);
}

/** If reasoning can be disabled, `none` does so, even if the model itself has no such effort. */
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
    ...mapDefined(perToken, (usd) => toDecimal(usd / 1_000_000)),
    ...mapDefined(perUnit, toDecimal),
  };
}

function mapDefined(
  rates: Readonly<Record<string, number | undefined>>,
  describe: (usd: number) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rates).flatMap(([name, usd]) => (usd === undefined ? [] : [[name, describe(usd)]])),
  );
}

/** Formats without an exponent and without trailing zeros. */
function toDecimal(usd: number): string {
  const digits = usd.toFixed(PRICE_DIGITS);
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, digits[end - 1] === '.' ? end - 1 : end);
}
