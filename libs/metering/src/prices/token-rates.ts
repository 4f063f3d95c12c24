import { type Price, type PriceContext } from './price.js';

const TOKEN_RATES = [
  'inputPerMTok',
  'cachedInputPerMTok',
  'cacheWritePerMTok',
  'cacheWrite1hPerMTok',
  'audioInputPerMTok',
  'imageInputPerMTok',
  'outputPerMTok',
  'reasoningPerMTok',
  'audioOutputPerMTok',
  'imageOutputPerMTok',
] as const;

/** The price of a million tokens of each kind in one request, in dollars. */
export type TokenRates = Pick<Price, (typeof TOKEN_RATES)[number]>;

type ServiceTierRates = NonNullable<Price['batch']>;

/** Service tiers that cost more than the default. Most prices do not state how much. */
const PREMIUM_TIERS: ReadonlySet<string> = new Set(['priority', 'fast', 'ultrafast', 'scale']);

/** Whether the service tier costs more than the default and the price does not state how much. */
export function isUnknownTier(price: Price, { serviceTier }: PriceContext): boolean {
  if (serviceTier === undefined || !PREMIUM_TIERS.has(serviceTier)) return false;
  return getServiceTierRates(price, serviceTier) === undefined;
}

/** The rates of a request with this many input tokens. Rates that a tier does not state are those of the price. */
export function buildTokenRates(price: Price, inputTokens: number, context: PriceContext): TokenRates {
  const rates = buildTierRates(price, inputTokens, context);
  const { inferenceGeo } = context;
  const factor = inferenceGeo === undefined ? undefined : price.geoFactors?.[inferenceGeo];
  return factor === undefined ? rates : multiply(rates, factor);
}

function buildTierRates(price: Price, inputTokens: number, { serviceTier }: PriceContext): TokenRates {
  const service = getServiceTierRates(price, serviceTier);
  // If the service tier has no tiers for long requests, those of the price apply.
  const tiers = service?.tiers ?? price.tiers;
  const tier = tiers?.findLast(({ aboveInputTokens }) => inputTokens > aboveInputTokens);
  if (service === undefined && tier === undefined) return price;
  const rates = { ...price, ...service, ...tier };
  const isPremium = serviceTier === 'priority' || serviceTier === 'fast';
  const canBeTooLow = isPremium && tier !== undefined && service?.tiers === undefined;
  return canBeTooLow ? raiseToMinimum(rates, service) : rates;
}

function getServiceTierRates(price: Price, serviceTier: string | undefined): ServiceTierRates | undefined {
  switch (serviceTier) {
    case 'batch':
      return price.batch;
    case 'flex':
      return price.flex ?? price.batch;
    case 'priority':
      return price.priority;
    // OpenAI has renamed `priority` to `fast`; other providers have both.
    case 'fast':
      return price.fast ?? price.priority;
    default:
      return undefined;
  }
}

/** Rounds to 10 digits, to remove the noise of floating-point products. */
function multiply(rates: TokenRates, factor: number): TokenRates {
  const multiplied = { ...rates };
  for (const name of TOKEN_RATES) {
    const usd = rates[name];
    if (usd !== undefined) multiplied[name] = Number((usd * factor).toPrecision(10));
  }
  return multiplied;
}

/** The rates of a long request in a premium service tier are at least those of a short one. */
function raiseToMinimum(rates: TokenRates, minimum: TokenRates | undefined): TokenRates {
  const raised = { ...rates };
  for (const name of TOKEN_RATES) {
    const usd = minimum?.[name];
    if (usd !== undefined) raised[name] = Math.max(usd, raised[name] ?? 0);
  }
  return raised;
}

/** Whether there is a rate for any tokens except cached ones. */
export function hasTokenRate(rates: TokenRates): boolean {
  return (
    (rates.inputPerMTok ??
      rates.outputPerMTok ??
      rates.reasoningPerMTok ??
      rates.audioInputPerMTok ??
      rates.audioOutputPerMTok ??
      rates.imageInputPerMTok ??
      rates.imageOutputPerMTok) !== undefined
  );
}

/**
 * The highest price of an input token, since any of them may be written to a cache. The estimate of audio and image
 * tokens from their size is far too high, so the plain rate covers them.
 */
export function getMaxInputRate(rates: TokenRates): number | undefined {
  return getHighest(rates.inputPerMTok, rates.cacheWritePerMTok, rates.cacheWrite1hPerMTok);
}

/** The highest price of an output token of any kind. */
export function getMaxOutputRate(rates: TokenRates): number | undefined {
  const { outputPerMTok, reasoningPerMTok, audioOutputPerMTok, imageOutputPerMTok } = rates;
  return getHighest(outputPerMTok, reasoningPerMTok, audioOutputPerMTok, imageOutputPerMTok);
}

function getHighest(...rates: (number | undefined)[]): number | undefined {
  const defined = rates.filter((usd) => usd !== undefined);
  return defined.length === 0 ? undefined : Math.max(...defined);
}
