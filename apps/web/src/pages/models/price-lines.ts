import { formatCount, formatUsd } from '../../kit/format.js';
import { type Rates } from './model-queries.js';

/** The rates that are a single number. */
export const NUMBER_RATES = {
  input_per_m_tok: { label: 'Input', unit: 'per 1M tokens' },
  output_per_m_tok: { label: 'Output', unit: 'per 1M tokens' },
  cached_input_per_m_tok: { label: 'Cached input', unit: 'per 1M tokens' },
  cache_write_per_m_tok: { label: 'Cache write', unit: 'per 1M tokens' },
  cache_write_1h_per_m_tok: { label: 'Cache write (1 hour)', unit: 'per 1M tokens' },
  reasoning_per_m_tok: { label: 'Reasoning', unit: 'per 1M tokens' },
  audio_input_per_m_tok: { label: 'Audio input', unit: 'per 1M tokens' },
  audio_output_per_m_tok: { label: 'Audio output', unit: 'per 1M tokens' },
  image_input_per_m_tok: { label: 'Image input', unit: 'per 1M tokens' },
  image_output_per_m_tok: { label: 'Image output', unit: 'per 1M tokens' },
  per_m_char: { label: 'Characters', unit: 'per 1M characters' },
  per_minute_audio: { label: 'Audio', unit: 'per minute' },
  per_request: { label: 'Request', unit: 'per request' },
  per_search: { label: 'Search', unit: 'per search' },
  per_web_search: { label: 'Web search', unit: 'per search' },
  per_searched_request: { label: 'Web search', unit: 'per request with a search' },
  per_code_session: { label: 'Code', unit: 'per container' },
} as const satisfies Partial<Record<keyof Rates, { label: string; unit: string }>>;

export type NumberRate = keyof typeof NUMBER_RATES;
export const NUMBER_RATE_NAMES = Object.keys(NUMBER_RATES) as NumberRate[];

/** The rates that are a number, or an object with a number for each size. */
const SIZED_RATES = {
  per_image: { label: 'Image', unit: 'per image' },
  per_second_video: { label: 'Video', unit: 'per second' },
} as const;

/** The service tiers that can have separate rates. */
const SERVICE_TIERS = ['batch', 'flex', 'priority', 'fast'] as const;

export interface PriceLine {
  label: string;
  amount: string;
  unit: string;
}

/** One line for every rate. */
export function priceLines(rates: Rates): PriceLine[] {
  return [
    ...numberLines(rates),
    ...Object.entries(SIZED_RATES).flatMap(([name, words]) =>
      sizedLines(rates[name as keyof typeof SIZED_RATES], words),
    ),
    ...tierLines(rates),
    ...SERVICE_TIERS.flatMap((tier) => {
      const own = rates[tier] ?? {};
      return [...numberLines(own), ...tierLines(own)].map((line) => ({
        ...line,
        label: `${line.label}, ${tier}`,
      }));
    }),
    ...geoLines(rates),
  ];
}

const FREE = formatUsd(0);

/** A short text with the main rates. */
export function priceSummary(rates: Rates): string {
  const lines = priceLines(rates);
  const [first] = lines;
  if (first === undefined || lines.every(({ amount }) => amount === FREE)) return 'free';
  const { input_per_m_tok: input, output_per_m_tok: output } = rates;
  if (input !== undefined && output !== undefined) {
    return `${formatUsd(input)} in, ${formatUsd(output)} out per 1M tokens`;
  }
  const others = lines.length > 1 ? ` and ${lines.length - 1} more` : '';
  return `${first.amount} ${first.unit}${others}`;
}

function numberLines(rates: Rates): PriceLine[] {
  return NUMBER_RATE_NAMES.flatMap((name) => {
    const usd = rates[name];
    return usd === undefined ? [] : [{ ...NUMBER_RATES[name], amount: formatUsd(usd) }];
  });
}

function tierLines({ tiers = [] }: Pick<Rates, 'tiers'>): PriceLine[] {
  return tiers.flatMap(({ above_input_tokens: above, ...tier }) =>
    numberLines(tier).map((line) => ({
      ...line,
      label: `${line.label} above ${formatCount(above)} tokens`,
    })),
  );
}

function geoLines({ geo_factors: factors }: Rates): PriceLine[] {
  return Object.entries((factors ?? {}) as Record<string, number>).map(([geo, factor]) => ({
    label: `Tokens in ${geo}`,
    amount: `× ${factor}`,
    unit: 'the base price',
  }));
}

function sizedLines(amounts: unknown, { label, unit }: { label: string; unit: string }): PriceLine[] {
  if (typeof amounts === 'number') return [{ label, unit, amount: formatUsd(amounts) }];
  if (typeof amounts !== 'object' || amounts === null) return [];
  return defaultFirst(amounts).flatMap(([size, usd]) =>
    typeof usd === 'number'
      ? [{ label: size === 'default' ? label : `${label} ${size}`, unit, amount: formatUsd(usd) }]
      : [],
  );
}

/** The database does not preserve the order of keys, so `default` is moved to the front. */
function defaultFirst(amounts: object): [string, unknown][] {
  const entries: [string, unknown][] = Object.entries(amounts);
  return entries.toSorted(([a], [b]) => Number(b === 'default') - Number(a === 'default'));
}
