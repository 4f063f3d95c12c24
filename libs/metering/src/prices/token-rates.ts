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

/** What a million tokens of each kind cost in one request. */
export type TokenRates = Pick<Price, (typeof TOKEN_RATES)[number]>;

type ServiceTierRates = NonNullable<Price['batch']>;

/** Classes of service that cost more, by a factor that most prices do not tell. */
const DEARER_TIERS: ReadonlySet<string> = new Set(['priority', 'fast', 'ultrafast', 'scale']);

/** Whether the class of service costs more than usual, and the price does not say how much. */
export function isUnknownTier(price: Price, { serviceTier }: PriceContext): boolean {
  if (serviceTier === undefined || !DEARER_TIERS.has(serviceTier)) return false;
  return getServiceTierRates(price, serviceTier) === undefined;
}

/** The rates for a whole request of this many input tokens. What a tier or a batch does not name stays as it is. */
export function buildTokenRates(price: Price, inputTokens: number, context: PriceContext): TokenRates {
  const rates = buildTierRates(price, inputTokens, context);
  const { inferenceGeo } = context;
  const factor = inferenceGeo === undefined ? undefined : price.geoFactors?.[inferenceGeo];
  return factor === undefined ? rates : multiply(rates, factor);
}

function buildTierRates(price: Price, inputTokens: number, { serviceTier }: PriceContext): TokenRates {
  const service = getServiceTierRates(price, serviceTier);
  // A long request is never cheap by accident: without tiers of the class of service those of the price hold.
  const tiers = service?.tiers ?? price.tiers;
  const tier = tiers?.findLast(({ aboveInputTokens }) => inputTokens > aboveInputTokens);
  if (service === undefined && tier === undefined) return price;
  const rates = { ...price, ...service, ...tier };
  const isDearer = serviceTier === 'priority' || serviceTier === 'fast';
  const mayBeCheaper = isDearer && tier !== undefined && service?.tiers === undefined;
  return mayBeCheaper ? raiseTo(rates, service) : rates;
}

function getServiceTierRates(price: Price, serviceTier: string | undefined): ServiceTierRates | undefined {
  switch (serviceTier) {
    case 'batch':
      return price.batch;
    case 'flex':
      return price.flex ?? price.batch;
    case 'priority':
      return price.priority;
    // OpenAI has renamed the one to the other; elsewhere they are two.
    case 'fast':
      return price.fast ?? price.priority;
    default:
      return undefined;
  }
}

/** To as many digits as prices are written with: products of floating point have digits that nobody wrote. */
function multiply(rates: TokenRates, factor: number): TokenRates {
  const multiplied = { ...rates };
  for (const name of TOKEN_RATES) {
    const usd = rates[name];
    if (usd !== undefined) multiplied[name] = Number((usd * factor).toPrecision(10));
  }
  return multiplied;
}

/** A long request in a dearer class of service pays no less than a short one there. */
function raiseTo(rates: TokenRates, least: TokenRates | undefined): TokenRates {
  const raised = { ...rates };
  for (const name of TOKEN_RATES) {
    const usd = least?.[name];
    if (usd !== undefined) raised[name] = Math.max(usd, raised[name] ?? 0);
  }
  return raised;
}

/** Whether there is a rate for any tokens that are not from a cache. */
export function isByToken(rates: TokenRates): boolean {
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
 * The most that a token of the prompt may cost: any of it may be written to a cache. Audio and images are guessed from
 * their bytes, by far more tokens than they have, so that the plain rate is enough for them.
 */
export function getMaxInputRate(rates: TokenRates): number | undefined {
  return getDearest(rates.inputPerMTok, rates.cacheWritePerMTok, rates.cacheWrite1hPerMTok);
}

/** The most that a token of the answer may cost, whatever it turns out to be. */
export function getMaxOutputRate(rates: TokenRates): number | undefined {
  const { outputPerMTok, reasoningPerMTok, audioOutputPerMTok, imageOutputPerMTok } = rates;
  return getDearest(outputPerMTok, reasoningPerMTok, audioOutputPerMTok, imageOutputPerMTok);
}

function getDearest(...rates: (number | undefined)[]): number | undefined {
  const known = rates.filter((usd) => usd !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}
