import { type UsageCounts } from '../../usage/usage-event.js';
import { type AskedSize, type MaxCost } from '../max-cost.js';
import { type Price, type PriceContext } from '../price.js';

/*
 * Costs the long way: every charge a fraction of big integers, all of them listed, then added up and rounded once. What
 * the product computes has to be the same to the last millionth of a dollar.
 */

interface PlainCharge {
  amount: number;
  usd: number | undefined;
  per: number;
}

type Count = number | undefined;
const DEARER = ['priority', 'fast', 'ultrafast', 'scale'];
const DENOMINATOR = 3_000_000n * 10n ** 21n;

export function plainCost(given: UsageCounts, price: Price, context: PriceContext = {}): number | undefined {
  const { serviceTier = '' } = context;
  const own = { priority: price.priority, fast: price.fast ?? price.priority }[serviceTier];
  const isTold = own !== undefined;
  if (DEARER.includes(serviceTier) && !isTold) return undefined;
  const counts = getAmounts(given);
  const rates = ratesFor(price, wholeInput(counts), context);
  const tokens = tokenCharges(counts, rates).filter(({ amount }) => amount > 0);
  const units = unitCharges(counts, price, context).filter(({ amount }) => amount > 0);
  const isByToken = [
    rates.inputPerMTok,
    rates.outputPerMTok,
    rates.audioInputPerMTok,
    rates.audioOutputPerMTok,
    rates.imageInputPerMTok,
    rates.imageOutputPerMTok,
    rates.reasoningPerMTok,
  ].some((rate) => rate !== undefined);
  if (isByToken && tokens.some(({ usd }) => usd === undefined)) return undefined;
  const used = [...tokens, ...units];
  const known = [...used, flat(price)].filter(({ usd }) => usd !== undefined);
  const isWhole = known.length > 0 || (used.length === 0 && Object.keys(price).length > 0);
  return isWhole ? addUp(known) : undefined;
}

export function plainMaxCost(size: AskedSize, price: Price, context: PriceContext = {}): MaxCost {
  const { maxOutputTokens = 4096, ...rest } = size;
  const { outputTokens, ...asked } = getAmounts({ ...rest, outputTokens: maxOutputTokens });
  const rates = ratesFor(price, asked.inputTokens ?? 0, context);
  const others = [...unitCharges(asked, price, context), flat(price)];
  const input = asked.inputTokens ?? 0;
  const { inputPerMTok, cacheWritePerMTok, cacheWrite1hPerMTok, outputPerMTok } = rates;
  const { reasoningPerMTok, audioOutputPerMTok, imageOutputPerMTok } = rates;
  const million = 1_000_000;
  const least = { amount: input, usd: inputPerMTok, per: million };
  const prompt = [inputPerMTok, cacheWritePerMTok, cacheWrite1hPerMTok];
  const answer = [outputPerMTok, reasoningPerMTok, audioOutputPerMTok, imageOutputPerMTok];
  const most = [
    { amount: input, usd: dearest(prompt), per: million },
    { amount: outputTokens ?? 0, usd: dearest(answer), per: million },
  ];
  return { certainMicroUsd: addUp([least, ...others]), likelyMicroUsd: addUp([...most, ...others]) };
}

function dearest(rates: Count[]): Count {
  return rates.toSorted((a, b) => (b ?? -1) - (a ?? -1))[0];
}

function isAmount(count: unknown): boolean {
  return typeof count === 'number' && count > 0 && count <= Number.MAX_SAFE_INTEGER;
}

function getAmounts(counts: UsageCounts): UsageCounts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => isAmount(count)));
}

function wholeInput(counts: UsageCounts): number {
  const { inputTokens = 0, cachedInputTokens = 0, audioInputTokens = 0, imageInputTokens = 0 } = counts;
  return Math.max(inputTokens, cachedInputTokens + written(counts), audioInputTokens + imageInputTokens);
}

function written({ cacheWriteTokens = 0, cacheWrite1hTokens = 0 }: UsageCounts): number {
  return Math.max(cacheWriteTokens, cacheWrite1hTokens);
}

function ratesFor(price: Price, inputTokens: number, context: PriceContext): Price {
  const rates = ratesOfTier(price, inputTokens, context);
  const factor = price.geoFactors?.[context.inferenceGeo ?? ''];
  if (factor === undefined) return rates;
  const entries = Object.entries(rates).map(([name, usd]) => [
    name,
    name.endsWith('PerMTok') ? Number((Number(usd) * factor).toPrecision(10)) : usd,
  ]);
  return Object.fromEntries(entries) as Price;
}

function ratesOfTier(price: Price, inputTokens: number, { serviceTier }: PriceContext): Price {
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

function tokenCharges(counts: UsageCounts, rates: Price): PlainCharge[] {
  let left = wholeInput(counts);
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
    take(written(counts) - (counts.cacheWrite1hTokens ?? 0), rates.cacheWritePerMTok ?? rates.inputPerMTok),
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

function bySize(listed: Price['perImage'], sizes: (string | undefined)[]): Count {
  if (typeof listed !== 'object') return listed;
  return listed[sizes.find((size) => size !== undefined && Object.hasOwn(listed, size)) ?? 'default'];
}

function unitCharges(counts: UsageCounts, price: Price, context: PriceContext): PlainCharge[] {
  const { imageSize, imageQuality, videoSize } = context;
  return [
    {
      amount: counts.images ?? 0,
      usd: bySize(price.perImage, [`${imageQuality} ${imageSize}`, imageSize]),
      per: 1,
    },
    { amount: counts.videoSeconds ?? 0, usd: bySize(price.perSecondVideo, [videoSize]), per: 1 },
    { amount: counts.audioSeconds ?? 0, usd: price.perMinuteAudio, per: 60 },
    { amount: counts.characters ?? 0, usd: price.perMChar, per: 1_000_000 },
    { amount: counts.searchUnits ?? 0, usd: price.perSearch, per: 1 },
    { amount: counts.webSearches ?? 0, usd: price.perWebSearch, per: 1 },
    { amount: (counts.webSearches ?? 0) > 0 ? 1 : 0, usd: price.perSearchedRequest, per: 1 },
    { amount: counts.codeSessions ?? 0, usd: price.perCodeSession, per: 1 },
  ];
}

function flat({ perRequest }: Price): PlainCharge {
  return { amount: 1, usd: perRequest, per: 1 };
}

function addUp(charges: readonly PlainCharge[]): number {
  let numerator = 0n;
  for (const { amount, usd, per } of charges) {
    if (amount > 0 && usd !== undefined)
      numerator += withDigits(amount, 9) * withDigits(usd, 18) * BigInt(3_000_000 / per);
  }
  const microUsd = (numerator + DENOMINATOR - 1n) / DENOMINATOR;
  const max = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(microUsd > max ? max : microUsd);
}

function withDigits(value: number, digits: number): bigint {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent) - fraction.length + digits;
  const significant = BigInt(whole + fraction);
  return shift >= 0 ? significant * 10n ** BigInt(shift) : significant / 10n ** BigInt(-shift);
}
