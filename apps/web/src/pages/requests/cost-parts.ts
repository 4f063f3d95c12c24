import { type components } from '../../api/schema.js';

/** So much of something, at its price. */
export interface CostPart {
  what: string;
  amount: number;
  unit: string;
  /** For `per` units. */
  usd: number;
  per: number;
  totalUsd: number;
}

type Counts = components['schemas']['CountsView'];
type Rates = components['schemas']['PriceRates'];

const MILLION = 1_000_000;
/** The gateway rounds up to a whole one of these. */
const MIN_USD = 0.000_001;

/**
 * What a cost is made of. Undefined where this does not come to the cost itself: prices by size or by the class of
 * service depend upon what is not written down.
 */
export function getCostParts(counts: Counts, rates: Rates, costUsd: number): CostPart[] | undefined {
  const parts = [...tokenParts(counts, ratesFor(counts, rates)), ...unitParts(counts, rates)];
  const known = parts.filter(({ amount, usd }) => amount > 0 && Number.isFinite(usd));
  const sum = known.reduce((total, { totalUsd }) => total + totalUsd, 0);
  const isAll = Math.abs(sum - costUsd) <= MIN_USD;
  return isAll && known.length > 0 ? known : undefined;
}

/** Long requests may have rates of their own. */
function ratesFor({ input_tokens: tokens }: Counts, rates: Rates): Rates {
  const tier = rates.tiers?.findLast(({ above_input_tokens: above }) => (tokens ?? 0) > above);
  return { ...rates, ...tier };
}

function tokenParts(counts: Counts, rates: Rates): CostPart[] {
  const { input_per_m_tok: input, output_per_m_tok: output } = rates;
  const special = [
    part('Cached input', counts.cached_input_tokens, rates.cached_input_per_m_tok ?? input),
    part('Written to the cache', counts.cache_write_tokens, rates.cache_write_per_m_tok ?? input),
    part('Audio input', counts.audio_input_tokens, rates.audio_input_per_m_tok ?? input),
    part('Image input', counts.image_input_tokens, rates.image_input_per_m_tok ?? input),
  ];
  const spoken = part('Audio output', counts.audio_output_tokens, rates.audio_output_per_m_tok ?? output);
  const findRestOfInput = (counts.input_tokens ?? 0) - special.reduce((sum, { amount }) => sum + amount, 0);
  return [
    part('Input', Math.max(0, findRestOfInput), input),
    ...special,
    part('Output', Math.max(0, (counts.output_tokens ?? 0) - spoken.amount), output),
    spoken,
  ];
}

function unitParts(counts: Counts, rates: Rates): CostPart[] {
  return [
    part('Images', counts.images, single(rates.per_image), { unit: 'images', per: 1 }),
    part('Video', counts.video_seconds, single(rates.per_second_video), { unit: 's', per: 1 }),
    part('Audio', counts.audio_seconds, rates.per_minute_audio, { unit: 's', per: 60 }),
    part('Text', counts.characters, rates.per_m_char, { unit: 'characters', per: MILLION }),
    part('Searches', counts.search_units, rates.per_search, { unit: 'searches', per: 1 }),
    part('The request', 1, rates.per_request, { unit: '', per: 1 }),
  ];
}

function part(
  what: string,
  amount: number | null,
  usd = Number.NaN,
  { unit, per } = { unit: 'tokens', per: MILLION },
): CostPart {
  return { what, amount: amount ?? 0, unit, usd, per, totalUsd: ((amount ?? 0) * usd) / per };
}

/** A price by size is none that could be told here. */
function single(price: unknown): number | undefined {
  return typeof price === 'number' ? price : undefined;
}
