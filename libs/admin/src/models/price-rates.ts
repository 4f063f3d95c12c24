import { type ModelPrice } from '#catalog';
import { snakeCase } from '#declarations';
import { type PriceRates } from './model.dto.js';

/** The rates with the keys of the config file. */
export function toConfigRates(rates: PriceRates): object {
  // Serialization removes undefined members.
  return renameKeys(JSON.parse(JSON.stringify(rates)), camelCase) as object;
}

export function viewRates(price: ModelPrice): PriceRates {
  return renameKeys(price, snakeCase) as PriceRates;
}

/** Sizes, which are also keys, contain neither capitals nor underscores, so they do not change. */
function renameKeys(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [rename(name), renameKeys(member, rename)]),
  );
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z1])/g, (_, letter: string) => letter.toUpperCase());
}
