import { type Schema } from '../../api/client.js';
import { formatCount, formatUsd } from '../../kit/format.js';

export type CostLine = Schema<'CostLineView'>;

interface ShownLine {
  what: string;
  amount: string;
  rate: string;
  cost: string;
}

/** What each dimension is called, and what it is counted in. */
const WORDS: Readonly<Record<string, readonly [what: string, unit: string]>> = {
  input: ['Input', 'tokens'],
  cached_input: ['Cached input', 'tokens'],
  cache_write: ['Written to the cache', 'tokens'],
  cache_write_1h: ['Written to the cache for an hour', 'tokens'],
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
  searched_request: ['A request with web searches', ''],
  code_sessions: ['Code', 'containers'],
  request: ['The request', ''],
  upstream: ['What the service said', ''],
};

const PER_WORDS: Readonly<Record<number, string>> = { 1_000_000: ' / M', 60: ' / min' };

export function describeLine({
  dimension,
  amount,
  unit_price_usd: usd,
  per,
  cost_usd: cost,
}: CostLine): ShownLine {
  const [what, unit] = WORDS[dimension] ?? [dimension, ''];
  return {
    what,
    amount: `${formatCount(amount)} ${unit}`.trimEnd(),
    rate: `${formatUsd(usd)}${PER_WORDS[per] ?? ''}`,
    cost: formatUsd(cost),
  };
}
