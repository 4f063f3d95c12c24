import { type Price } from '#config';
import { type Kind } from '../model-facts.js';
import { compact, roundUsd } from './imported-model.js';

/** An entry of LiteLLM's price file. */
export type LiteLlmModel = Readonly<Record<string, unknown>>;

const PER_TOKEN = {
  inputPerMTok: 'input_cost_per_token',
  cachedInputPerMTok: 'cache_read_input_token_cost',
  cacheWritePerMTok: 'cache_creation_input_token_cost',
  cacheWrite1hPerMTok: 'cache_creation_input_token_cost_above_1hr',
  outputPerMTok: 'output_cost_per_token',
  audioInputPerMTok: 'input_cost_per_audio_token',
  audioOutputPerMTok: 'output_cost_per_audio_token',
  imageInputPerMTok: 'input_cost_per_image_token',
  imageOutputPerMTok: 'output_cost_per_image_token',
  reasoningPerMTok: 'output_cost_per_reasoning_token',
} as const;
type Rates = { [Name in keyof typeof PER_TOKEN]?: number };

const TIER = /^input_cost_per_token_above_(\d{1,5})k_tokens$/;
const FULL_HD = ['1920x1080', '1080x1920'];

export function readLiteLlmPrice(kind: Kind, given: LiteLlmModel): Price | undefined {
  const rates = { ...readFirstRange(given), ...readRates(given, '') };
  return compact({
    ...(kind === 'image' ? asImageOutput(rates) : rates),
    tiers: readTiers(given, ''),
    batch: readTariff(given, '_batches', rates),
    flex: readTariff(given, '_flex', rates),
    priority: readTariff(given, '_priority', rates),
    ...readFactors(given, rates),
    ...readUnits(kind, given),
  });
}

function readRates(given: LiteLlmModel, suffix: string): Rates {
  const rates = Object.entries(PER_TOKEN).map(([name, key]) => [
    name,
    perMillion(readUsd(given, `${key}${suffix}`)),
  ]);
  const { reasoningPerMTok: reasoning, ...others } = Object.fromEntries(rates) as Rates;
  return (
    compact({ ...others, reasoningPerMTok: reasoning === others.outputPerMTok ? undefined : reasoning }) ?? {}
  );
}

/** What a model that makes nothing but images puts out are images. */
function asImageOutput({ imageOutputPerMTok, outputPerMTok, ...rates }: Rates): Rates {
  return { ...rates, outputPerMTok: imageOutputPerMTok ?? outputPerMTok };
}

function readTiers(given: LiteLlmModel, suffix: string): Price['tiers'] {
  const sizes = Object.keys(given).flatMap((key) => {
    const [, thousands] =
      TIER.exec(key.endsWith(suffix) ? key.slice(0, key.length - suffix.length) : '') ?? [];
    return thousands === undefined ? [] : [Number(thousands)];
  });
  const tiers = sizes
    .toSorted((a, b) => a - b)
    .map((size) => ({
      aboveInputTokens: size * 1000,
      ...readRates(given, `_above_${size}k_tokens${suffix}`),
    }));
  return tiers.length === 0 ? readRanges(given) : tiers;
}

/** As Alibaba's are written: the first range is the price itself, which stands nowhere else. */
function readFirstRange(given: LiteLlmModel): Rates {
  const first = listRanges(given).find(({ above }) => above === 0);
  return first === undefined ? {} : first.rates;
}

function readRanges(given: LiteLlmModel): Price['tiers'] {
  const tiers = listRanges(given).filter(({ above }) => above > 0);
  if (tiers.length === 0) return undefined;
  return tiers.map(({ above, rates }) => ({ aboveInputTokens: above, ...rates }));
}

function listRanges(given: LiteLlmModel): { above: number; rates: Rates }[] {
  const ranges = given['tiered_pricing'];
  if (!Array.isArray(ranges)) return [];
  return ranges.flatMap((range: LiteLlmModel) => {
    const [above] = Array.isArray(range['range']) ? (range['range'] as unknown[]) : [];
    return typeof above === 'number' && above >= 0 ? [{ above, rates: readRates(range, '') }] : [];
  });
}

/** Rates of another service tier, where any is another one, and where they are whole: half of them would be charged as all. */
function readTariff(given: LiteLlmModel, suffix: string, usual: Rates): Price['batch'] {
  const rates = readRates(given, suffix);
  const isWhole = (['inputPerMTok', 'outputPerMTok'] as const).every(
    (name) => (usual[name] === undefined) === (rates[name] === undefined),
  );
  const isOther = Object.entries(rates).some(([name, usd]) => usual[name as keyof Rates] !== usd);
  return isWhole && isOther ? compact({ ...rates, tiers: readTiers(given, suffix) }) : undefined;
}

/** As Anthropic's are written: how many times the usual price is paid for speed, and for a place. */
function readFactors(given: LiteLlmModel, rates: Rates): Pick<Price, 'fast' | 'geoFactors'> {
  const entry = given['provider_specific_entry'];
  if (given['litellm_provider'] !== 'anthropic' || typeof entry !== 'object' || entry === null) return {};
  const { us, fast } = entry as Readonly<Record<string, unknown>>;
  const times = Object.entries(rates).map(([name, usd]) => [name, roundUsd(usd * Number(fast))]);
  return {
    ...(typeof us === 'number' && { geoFactors: { us } }),
    ...(typeof fast === 'number' && fast > 1 && { fast: Object.fromEntries(times) as Rates }),
  };
}

function readUnits(kind: Kind, given: LiteLlmModel): Price {
  const perSecond = readUsd(given, 'input_cost_per_second');
  const units = {
    perRequest: readUsd(given, 'input_cost_per_request'),
    perSearch: kind === 'rerank' ? readUsd(given, 'input_cost_per_query') : undefined,
    perMinuteAudio:
      kind === 'transcription' && perSecond !== undefined ? roundUsd(perSecond * 60) : undefined,
    perMChar: kind === 'speech' ? perMillion(readUsd(given, 'input_cost_per_character')) : undefined,
    perImage: kind === 'image' ? readPerImage(given) : undefined,
    perSecondVideo: kind === 'video' ? readPerSecondVideo(given) : undefined,
    perWebSearch: readPerWebSearch(given),
    perCodeSession: readUsd(given, 'code_interpreter_cost_per_session'),
  };
  return compact(units) ?? {};
}

/** A price for each pixel, or for an image of no size, is not one that could be charged. */
function readPerImage(given: LiteLlmModel): number | undefined {
  return readUsd(given, 'output_cost_per_image') ?? readUsd(given, 'input_cost_per_image');
}

function readPerSecondVideo(given: LiteLlmModel): Price['perSecondVideo'] {
  const usual =
    readUsd(given, 'output_cost_per_video_per_second') ?? readUsd(given, 'output_cost_per_second');
  const fullHd = readUsd(given, 'output_cost_per_second_1080p');
  if (usual === undefined || fullHd === undefined) return usual;
  return { ...Object.fromEntries(FULL_HD.map((size) => [size, fullHd])), default: usual };
}

/** Where it is for each search, and the same whatever the amount of context. Others charge once for all of a request. */
function readPerWebSearch(given: LiteLlmModel): number | undefined {
  const isPerSearch =
    given['litellm_provider'] === 'anthropic' || given['web_search_billing_unit'] === 'per_query';
  if (!isPerSearch) return undefined;
  const costs = given['search_context_cost_per_query'];
  if (typeof costs !== 'object' || costs === null) return undefined;
  const [first, ...others] = Object.values(costs) as unknown[];
  return typeof first === 'number' && first > 0 && others.every((usd) => usd === first) ? first : undefined;
}

function readUsd(given: LiteLlmModel, key: string): number | undefined {
  const usd = given[key];
  // 0 stands for what nobody has filled in, as often as for nothing.
  return typeof usd === 'number' && Number.isFinite(usd) && usd > 0 ? usd : undefined;
}

function perMillion(usd: number | undefined): number | undefined {
  return usd === undefined ? undefined : roundUsd(usd * 1_000_000);
}
