import { type UsageCounts } from '../../usage/usage-event.js';
import { type RequestSize, type MaxCost } from '../max-cost.js';
import { type Price, type PriceContext } from '../price.js';

/*
 * A simple reference implementation of costs: every charge is a fraction of BigInts, and their sum is rounded once. The
 * product must compute exactly the same costs.
 */

interface PlainCharge {
  amount: number;
  usd: number | undefined;
  per: number;
}

type Count = number | undefined;
const PREMIUM_TIERS = ['priority', 'fast', 'ultrafast', 'scale'];
const DENOMINATOR = 3_000_000n * 10n ** 21n;

export function plainCost(given: UsageCounts, price: Price, context: PriceContext = {}): number | undefined {
  const { serviceTier = '' } = context;
  const own = { priority: price.priority, fast: price.fast ?? price.priority }[serviceTier];
  if (PREMIUM_TIERS.includes(serviceTier) && own === undefined) return undefined;
  const counts = getAmounts(given);
  const rates = getRates(price, getInputTokens(counts), context);
  const tokens = listTokenCharges(counts, rates).filter(({ amount }) => amount > 0);
  const units = listUnitCharges(counts, price, context).filter(({ amount }) => amount > 0);
  const hasTokenRate = [
    rates.inputPerMTok,
    rates.outputPerMTok,
    rates.audioInputPerMTok,
    rates.audioOutputPerMTok,
    rates.imageInputPerMTok,
    rates.imageOutputPerMTok,
    rates.reasoningPerMTok,
  ].some((rate) => rate !== undefined);
  if (hasTokenRate && tokens.some(({ usd }) => usd === undefined)) return undefined;
  const used = [...tokens, ...units];
  const priced = [...used, getRequestCharge(price)].filter(({ usd }) => usd !== undefined);
  const isKnown = priced.length > 0 || (used.length === 0 && Object.keys(price).length > 0);
  return isKnown ? sumCharges(priced) : undefined;
}

export function plainMaxCost(size: RequestSize, price: Price, context: PriceContext = {}): MaxCost {
  const { maxOutputTokens = 4096, ...rest } = size;
  const { outputTokens, ...counts } = getAmounts({ ...rest, outputTokens: maxOutputTokens });
  const rates = getRates(price, counts.inputTokens ?? 0, context);
  const others = [...listUnitCharges(counts, price, context), getRequestCharge(price)];
  const input = counts.inputTokens ?? 0;
  const { inputPerMTok, cacheWritePerMTok, cacheWrite1hPerMTok, outputPerMTok } = rates;
  const { reasoningPerMTok, audioOutputPerMTok, imageOutputPerMTok } = rates;
  const million = 1_000_000;
  const minimum = { amount: input, usd: inputPerMTok, per: million };
  const inputRates = [inputPerMTok, cacheWritePerMTok, cacheWrite1hPerMTok];
  const outputRates = [outputPerMTok, reasoningPerMTok, audioOutputPerMTok, imageOutputPerMTok];
  const maximum = [
    { amount: input, usd: getHighest(inputRates), per: million },
    { amount: outputTokens ?? 0, usd: getHighest(outputRates), per: million },
  ];
  return {
    certainMicroUsd: sumCharges([minimum, ...others]),
    likelyMicroUsd: sumCharges([...maximum, ...others]),
  };
}

function getHighest(rates: Count[]): Count {
  return rates.toSorted((a, b) => (b ?? -1) - (a ?? -1))[0];
}

function isAmount(count: unknown): boolean {
  return typeof count === 'number' && count > 0 && count <= Number.MAX_SAFE_INTEGER;
}

function getAmounts(counts: UsageCounts): UsageCounts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => isAmount(count)));
}

function getInputTokens(counts: UsageCounts): number {
  const { inputTokens = 0, cachedInputTokens = 0, audioInputTokens = 0, imageInputTokens = 0 } = counts;
  return Math.max(
    inputTokens,
    cachedInputTokens + getWrittenTokens(counts),
    audioInputTokens + imageInputTokens,
  );
}

function getWrittenTokens({ cacheWriteTokens = 0, cacheWrite1hTokens = 0 }: UsageCounts): number {
  return Math.max(cacheWriteTokens, cacheWrite1hTokens);
}

function getRates(price: Price, inputTokens: number, context: PriceContext): Price {
  const rates = getTierRates(price, inputTokens, context);
  const factor = price.geoFactors?.[context.inferenceGeo ?? ''];
  if (factor === undefined) return rates;
  const entries = Object.entries(rates).map(([name, usd]) => [
    name,
    name.endsWith('PerMTok') ? Number((Number(usd) * factor).toPrecision(10)) : usd,
  ]);
  return Object.fromEntries(entries) as Price;
}

function getTierRates(price: Price, inputTokens: number, { serviceTier }: PriceContext): Price {
  const services: Record<string, Price['batch']> = {
    batch: price.batch,
    flex: price.flex ?? price.batch,
    priority: price.priority,
    fast: price.fast ?? price.priority,
  };
  const service = services[serviceTier ?? ''];
  const tiers = service?.tiers ?? price.tiers;
  const tier = tiers?.findLast(({ aboveInputTokens }) => inputTokens > aboveInputTokens);
  const rates = { ...price, ...service, ...tier };
  const isDearer = serviceTier === 'priority' || serviceTier === 'fast';
  if (!isDearer || tier === undefined || service?.tiers !== undefined) return rates;
  const raised = Object.entries(service ?? {}).map(([name, usd]) => [
    name,
    Math.max(Number(usd), rates[name as 'inputPerMTok'] ?? 0),
  ]);
  return { ...rates, ...Object.fromEntries(raised) };
}

function listTokenCharges(counts: UsageCounts, rates: Price): PlainCharge[] {
  let left = getInputTokens(counts);
  const take = (tokens: Count, usd: Count): PlainCharge => {
    const amount = Math.min(tokens ?? 0, left);
    left -= amount;
    return { amount, usd, per: 1_000_000 };
  };
  const input = [
    take(counts.cachedInputTokens, rates.cachedInputPerMTok ?? rates.inputPerMTok),
    take(
      counts.cacheWrite1hTokens,
      rates.cacheWrite1hPerMTok ?? rates.cacheWritePerMTok ?? rates.inputPerMTok,
    ),
    take(
      getWrittenTokens(counts) - (counts.cacheWrite1hTokens ?? 0),
      rates.cacheWritePerMTok ?? rates.inputPerMTok,
    ),
    take(counts.audioInputTokens, rates.audioInputPerMTok ?? rates.inputPerMTok),
    take(counts.imageInputTokens, rates.imageInputPerMTok ?? rates.inputPerMTok),
    take(left, rates.inputPerMTok),
  ];
  left = Math.max(
    counts.outputTokens ?? 0,
    (counts.audioOutputTokens ?? 0) + (counts.imageOutputTokens ?? 0),
  );
  const output = [
    take(counts.audioOutputTokens, rates.audioOutputPerMTok ?? rates.outputPerMTok),
    take(counts.imageOutputTokens, rates.imageOutputPerMTok ?? rates.outputPerMTok),
    take(counts.reasoningTokens, rates.reasoningPerMTok ?? rates.outputPerMTok),
    take(left, rates.outputPerMTok),
  ];
  return [...input, ...output];
}

function getRateBySize(listed: Price['perImage'], sizes: (string | undefined)[]): Count {
  if (typeof listed !== 'object') return listed;
  return listed[sizes.find((size) => size !== undefined && Object.hasOwn(listed, size)) ?? 'default'];
}

function listUnitCharges(counts: UsageCounts, price: Price, context: PriceContext): PlainCharge[] {
  const { imageSize, imageQuality, videoSize } = context;
  return [
    {
      amount: counts.images ?? 0,
      usd: getRateBySize(price.perImage, [`${imageQuality} ${imageSize}`, imageSize]),
      per: 1,
    },
    { amount: counts.videoSeconds ?? 0, usd: getRateBySize(price.perSecondVideo, [videoSize]), per: 1 },
    { amount: counts.audioSeconds ?? 0, usd: price.perMinuteAudio, per: 60 },
    { amount: counts.characters ?? 0, usd: price.perMChar, per: 1_000_000 },
    { amount: counts.searchUnits ?? 0, usd: price.perSearch, per: 1 },
    { amount: counts.webSearches ?? 0, usd: price.perWebSearch, per: 1 },
    { amount: (counts.webSearches ?? 0) > 0 ? 1 : 0, usd: price.perSearchedRequest, per: 1 },
    { amount: counts.codeSessions ?? 0, usd: price.perCodeSession, per: 1 },
  ];
}

function getRequestCharge({ perRequest }: Price): PlainCharge {
  return { amount: 1, usd: perRequest, per: 1 };
}

function sumCharges(charges: readonly PlainCharge[]): number {
  let numerator = 0n;
  for (const { amount, usd, per } of charges) {
    if (amount > 0 && usd !== undefined)
      numerator += toFixedPoint(amount, 9) * toFixedPoint(usd, 18) * BigInt(3_000_000 / per);
  }
  const microUsd = (numerator + DENOMINATOR - 1n) / DENOMINATOR;
  const max = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(microUsd > max ? max : microUsd);
}

function toFixedPoint(value: number, digits: number): bigint {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent) - fraction.length + digits;
  const significant = BigInt(whole + fraction);
  return shift >= 0 ? significant * 10n ** BigInt(shift) : significant / 10n ** BigInt(-shift);
}
