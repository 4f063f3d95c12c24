import { type ModelPrice } from '#catalog';
import { snakeCase } from '../input/entry-error.js';
import { type PriceRates } from './model.dto.js';

/** In the words of the config file. */
export function configRates(rates: PriceRates): object {
  // Whatever was left out is no key at all then.
  return renamed(JSON.parse(JSON.stringify(rates)), camelCase) as object;
}

export function viewRates(price: ModelPrice): PriceRates {
  return renamed(price, snakeCase) as PriceRates;
}

/** Sizes have neither capitals nor underscores, and stay as they are. */
function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [rename(name), renamed(member, rename)]),
  );
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z1])/g, (_, letter: string) => letter.toUpperCase());
}
