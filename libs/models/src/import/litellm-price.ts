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

export function readLiteLlmPrice(kind: Kind, model: LiteLlmModel): Price | undefined {
  const rates = { ...readFirstRange(model), ...readRates(model, '') };
  return compact({
    ...(kind === 'image' ? toImageRates(rates) : rates),
    tiers: readTiers(model, ''),
    batch: readTariff(model, '_batches', rates),
    flex: readTariff(model, '_flex', rates),
    priority: readTariff(model, '_priority', rates),
    ...readFactors(model, rates),
    ...readUnits(kind, model),
  });
}

function readRates(model: LiteLlmModel, suffix: string): Rates {
  const rates = Object.entries(PER_TOKEN).map(([name, key]) => [
    name,
    toPerMillion(readUsd(model, `${key}${suffix}`)),
  ]);
  const { reasoningPerMTok: reasoning, ...others } = Object.fromEntries(rates) as Rates;
  return (
    compact({ ...others, reasoningPerMTok: reasoning === others.outputPerMTok ? undefined : reasoning }) ?? {}
  );
}

/** The output of an image model consists of images. */
function toImageRates({ imageOutputPerMTok, outputPerMTok, ...rates }: Rates): Rates {
  return { ...rates, outputPerMTok: imageOutputPerMTok ?? outputPerMTok };
}

function readTiers(model: LiteLlmModel, suffix: string): Price['tiers'] {
  const sizes = Object.keys(model).flatMap((key) => {
    const [, thousands] =
      TIER.exec(key.endsWith(suffix) ? key.slice(0, key.length - suffix.length) : '') ?? [];
    return thousands === undefined ? [] : [Number(thousands)];
  });
  const tiers = sizes
    .toSorted((a, b) => a - b)
    .map((size) => ({
      aboveInputTokens: size * 1000,
      ...readRates(model, `_above_${size}k_tokens${suffix}`),
    }));
  return tiers.length === 0 ? readRanges(model) : tiers;
}

/** Alibaba's prices are ranges. The first range is the base price, which has no entry of its own. */
function readFirstRange(model: LiteLlmModel): Rates {
  const first = listRanges(model).find(({ above }) => above === 0);
  return first === undefined ? {} : first.rates;
}

function readRanges(model: LiteLlmModel): Price['tiers'] {
  const tiers = listRanges(model).filter(({ above }) => above > 0);
  if (tiers.length === 0) return undefined;
  return tiers.map(({ above, rates }) => ({ aboveInputTokens: above, ...rates }));
}

function listRanges(model: LiteLlmModel): { above: number; rates: Rates }[] {
  const ranges = model['tiered_pricing'];
  if (!Array.isArray(ranges)) return [];
  return ranges.flatMap((range: LiteLlmModel) => {
    const [above] = Array.isArray(range['range']) ? (range['range'] as unknown[]) : [];
    return typeof above === 'number' && above >= 0 ? [{ above, rates: readRates(range, '') }] : [];
  });
}

/**
 * The rates of another service tier, if they differ and are complete: partial rates would be charged as if they were
 * complete.
 */
function readTariff(model: LiteLlmModel, suffix: string, defaults: Rates): Price['batch'] {
  const rates = readRates(model, suffix);
  const isComplete = (['inputPerMTok', 'outputPerMTok'] as const).every(
    (name) => (defaults[name] === undefined) === (rates[name] === undefined),
  );
  const isDifferent = Object.entries(rates).some(([name, usd]) => defaults[name as keyof Rates] !== usd);
  return isComplete && isDifferent ? compact({ ...rates, tiers: readTiers(model, suffix) }) : undefined;
}

/** Anthropic's prices have factors for fast mode and for regions. */
function readFactors(model: LiteLlmModel, rates: Rates): Pick<Price, 'fast' | 'geoFactors'> {
  const entry = model['provider_specific_entry'];
  if (model['litellm_provider'] !== 'anthropic' || typeof entry !== 'object' || entry === null) return {};
  const { us, fast } = entry as Readonly<Record<string, unknown>>;
  const fastRates = Object.entries(rates).map(([name, usd]) => [name, roundUsd(usd * Number(fast))]);
  return {
    ...(typeof us === 'number' && { geoFactors: { us } }),
    ...(typeof fast === 'number' && fast > 1 && { fast: Object.fromEntries(fastRates) as Rates }),
  };
}

function readUnits(kind: Kind, model: LiteLlmModel): Price {
  const perSecond = readUsd(model, 'input_cost_per_second');
  const units = {
    perRequest: readUsd(model, 'input_cost_per_request'),
    perSearch: kind === 'rerank' ? readUsd(model, 'input_cost_per_query') : undefined,
    perMinuteAudio:
      kind === 'transcription' && perSecond !== undefined ? roundUsd(perSecond * 60) : undefined,
    perMChar: kind === 'speech' ? toPerMillion(readUsd(model, 'input_cost_per_character')) : undefined,
    perImage: kind === 'image' ? readPerImage(model) : undefined,
    perSecondVideo: kind === 'video' ? readPerSecondVideo(model) : undefined,
    perWebSearch: readPerWebSearch(model),
    perCodeSession: readUsd(model, 'code_interpreter_cost_per_session'),
  };
  return compact(units) ?? {};
}

/** Prices per pixel, or for images of an unknown size, are not used. */
function readPerImage(model: LiteLlmModel): number | undefined {
  return readUsd(model, 'output_cost_per_image') ?? readUsd(model, 'input_cost_per_image');
}

function readPerSecondVideo(model: LiteLlmModel): Price['perSecondVideo'] {
  const perSecond =
    readUsd(model, 'output_cost_per_video_per_second') ?? readUsd(model, 'output_cost_per_second');
  const fullHd = readUsd(model, 'output_cost_per_second_1080p');
  if (perSecond === undefined || fullHd === undefined) return perSecond;
  return { ...Object.fromEntries(FULL_HD.map((size) => [size, fullHd])), default: perSecond };
}

/** The price of one search, if it does not depend on the context size. Other providers charge once per request. */
function readPerWebSearch(model: LiteLlmModel): number | undefined {
  const isPerSearch =
    model['litellm_provider'] === 'anthropic' || model['web_search_billing_unit'] === 'per_query';
  if (!isPerSearch) return undefined;
  const costs = model['search_context_cost_per_query'];
  if (typeof costs !== 'object' || costs === null) return undefined;
  const [first, ...others] = Object.values(costs) as unknown[];
  return typeof first === 'number' && first > 0 && others.every((usd) => usd === first) ? first : undefined;
}

function readUsd(model: LiteLlmModel, key: string): number | undefined {
  const usd = model[key];
  // 0 often stands for an unknown price.
  return typeof usd === 'number' && Number.isFinite(usd) && usd > 0 ? usd : undefined;
}

function toPerMillion(usd: number | undefined): number | undefined {
  return usd === undefined ? undefined : roundUsd(usd * 1_000_000);
}
