import { type Price } from '#config';

type Rates = Record<string, unknown>;

export interface ComparedPrices {
  /** Undefined if there are conflicts. */
  price?: Price;
  /** The names of the conflicting rates. */
  conflicts: string[];
}

/** Merges two prices if they have no conflicting rates. A partial price would be charged as if it were complete. */
export function comparePrices(first: Price, second: Price, showsCents = false): ComparedPrices {
  const conflicts: string[] = [];
  const price = showsCents
    ? mergeRates(useExactRates(first, second), useExactRates(second, first), '', conflicts)
    : mergeRates(first, second, '', conflicts);
  return conflicts.length === 0 ? { price, conflicts } : { conflicts };
}

/** Replaces the rates that are rounded to the cent by the exact ones. */
function useExactRates<T extends Rates>(rounded: T, exact: Rates): T {
  const rates = Object.entries(rounded).map(([name, rate]) => {
    const other = exact[name];
    const isRounded = typeof rate === 'number' && typeof other === 'number' && roundToCents(other) === rate;
    return [name, isRounded ? other : rate] as const;
  });
  return Object.fromEntries(rates) as T;
}

/** Rounds like prices on web pages: 0.125 to 0.13, and 0.005 to 0.01. */
function roundToCents(usd: number): number {
  return Math.round(Number((usd * 100).toPrecision(10))) / 100;
}

/** The prices agree in all rates that both have. Tiers are compared only if both have them. */
export function hasNoConflict(own: Price, { tiers, ...other }: Price): boolean {
  const hasTiers = own.tiers !== undefined && tiers !== undefined;
  const { tiers: ownTiers, ...flat } = own;
  return (
    comparePrices(flat, other).conflicts.length === 0 &&
    (!hasTiers || comparePrices({ tiers: ownTiers }, { tiers }).conflicts.length === 0)
  );
}

function mergeRates(first: Rates, second: Rates, path: string, conflicts: string[]): Rates {
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  return Object.fromEntries(
    names.map((name) => [name, mergeRate(first[name], second[name], `${path}${name}`, conflicts)]),
  );
}

function mergeRate(first: unknown, second: unknown, path: string, conflicts: string[]): unknown {
  // A price without tiers is not the same as an unknown price for long prompts.
  if (path === 'tiers' && (first === undefined || second === undefined)) conflicts.push(path);
  if (first === undefined || second === undefined) return first ?? second;
  if (Array.isArray(first) && Array.isArray(second)) return mergeTiers(first, second, path, conflicts);
  if (isMap(first) && isMap(second)) return mergeRates(first, second, `${path}.`, conflicts);
  if (first !== second) conflicts.push(path);
  return first;
}

function mergeTiers(first: Rates[], second: Rates[], path: string, conflicts: string[]): Rates[] {
  if (first.length !== second.length) conflicts.push(path);
  return first.map((tier, position) =>
    mergeRates(tier, second[position] ?? {}, `${path}.${position}.`, conflicts),
  );
}

function isMap(value: unknown): value is Rates {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
