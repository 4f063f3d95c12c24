import { type ModelView } from '#admin';
import { showUsd } from '../frame/show-usd.js';

type Rates = NonNullable<ModelView['price']>['rates'];

const TOKENS: readonly [keyof Rates, string][] = [
  ['input_per_m_tok', 'in'],
  ['output_per_m_tok', 'out'],
];

const OTHERS: readonly [keyof Rates, string][] = [
  ['per_image', 'an image'],
  ['per_second_video', 'a second of video'],
  ['per_m_char', 'a million characters'],
  ['per_minute_audio', 'a minute of audio'],
  ['per_request', 'a request'],
  ['per_search', 'a search'],
];

/** The rates that people compare by; the rest is in the JSON. */
export function describePrice(rates: Rates): string {
  const tokens = describeRates(rates, TOKENS).join(', ');
  const parts = [tokens === '' ? '' : `${tokens} a million tokens`, ...describeRates(rates, OTHERS)];
  return parts.filter((part) => part !== '').join('; ');
}

function describeRates(rates: Rates, named: readonly [keyof Rates, string][]): string[] {
  return named.flatMap(([rate, words]) => {
    const amount = toAmount(rates[rate]);
    return amount === undefined ? [] : [`${amount} ${words}`];
  });
}

/** One amount, or the span of those by size. */
function toAmount(rate: unknown): string | undefined {
  if (typeof rate === 'number') return showUsd(rate);
  if (typeof rate !== 'object' || rate === null) return undefined;
  const amounts = Object.values(rate).filter((amount): amount is number => typeof amount === 'number');
  if (amounts.length === 0) return undefined;
  const [min, max] = [Math.min(...amounts), Math.max(...amounts)];
  return min === max ? showUsd(min) : `${showUsd(min)} to ${showUsd(max)}`;
}
