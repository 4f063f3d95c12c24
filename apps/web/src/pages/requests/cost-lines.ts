import { type Schema } from '../../api/client.js';
import { formatCount, formatUsd } from '../../kit/format.js';

export type CostLine = Schema<'CostLineView'>;

interface LineTexts {
  what: string;
  amount: string;
  rate: string;
  cost: string;
}

/** The name and the unit of each dimension. */
const WORDS: Readonly<Record<string, readonly [what: string, unit: string]>> = {
  input: ['Input', 'tokens'],
  cached_input: ['Cached input', 'tokens'],
  cache_write: ['Cache writes', 'tokens'],
  cache_write_1h: ['Cache writes (1 hour)', 'tokens'],
  audio_input: ['Audio input', 'tokens'],
  image_input: ['Image input', 'tokens'],
  output: ['Output', 'tokens'],
  audio_output: ['Audio output', 'tokens'],
  image_output: ['Image output', 'tokens'],
  reasoning: ['Reasoning', 'tokens'],
  images: ['Images', 'images'],
  video_seconds: ['Video', 's'],
  audio_seconds: ['Audio', 's'],
  characters: ['Text', 'characters'],
  search_units: ['Searches', 'searches'],
  web_searches: ['Web searches', 'searches'],
  searched_request: ['Requests with web search', ''],
  code_sessions: ['Code execution', 'containers'],
  request: ['Request', ''],
  upstream: ['Reported by the provider', ''],
};

const PER_WORDS: Readonly<Record<number, string>> = { 1_000_000: ' / M', 60: ' / min' };

export function describeLine({
  dimension,
  amount,
  unit_price_usd: usd,
  per,
  cost_usd: cost,
}: CostLine): LineTexts {
  const [what, unit] = WORDS[dimension] ?? [dimension, ''];
  return {
    what,
    amount: `${formatCount(amount)} ${unit}`.trimEnd(),
    rate: `${formatUsd(usd)}${PER_WORDS[per] ?? ''}`,
    cost: formatUsd(cost),
  };
}
