import { type ModelView } from '#admin';
import { showUsd } from '../frame/show-usd.js';

type Rates = NonNullable<ModelView['price']>['rates'];

const TOKENS: readonly [keyof Rates, string][] = [
  ['input_per_m_tok', 'in'],
  ['output_per_m_tok', 'out'],
];

const OTHERS: readonly [keyof Rates, string][] = [
  ['per_image', 'an image'],
  ['per_second_video', 'a second of film'],
  ['per_m_char', 'a million characters'],
  ['per_minute_audio', 'a minute of sound'],
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
    const amount = amountOf(rates[rate]);
    return amount === undefined ? [] : [`${amount} ${words}`];
  });
}

/** One amount, or the span of those by size. */
function amountOf(rate: unknown): string | undefined {
  if (typeof rate === 'number') return showUsd(rate);
  if (typeof rate !== 'object' || rate === null) return undefined;
  const amounts = Object.values(rate).filter((amount): amount is number => typeof amount === 'number');
  if (amounts.length === 0) return undefined;
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  return least === most ? showUsd(least) : `${showUsd(least)} to ${showUsd(most)}`;
}
