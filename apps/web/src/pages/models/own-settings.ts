import { type Model } from './model-queries.js';
import { priceLines } from './price-lines.js';

/** A setting of the console or the config file that overrides the model catalog. */
export interface Override {
  what: string;
  own: string;
  /** Null if the catalog has no value. */
  catalogue: string | null;
}

/** Settings apply to all channels of a model, so they are compared with the first channel that has a catalog price. */
export function listOverrides({
  channels,
  price,
  settings,
}: Pick<Model, 'channels' | 'price' | 'settings'>): Override[] {
  const facts = channels.flatMap(({ known }) => known ?? []);
  const known = facts.find(({ price }) => price !== null) ?? facts[0];
  const isOwnPrice = price !== null && price.origin !== 'built-in';
  const capabilities = settings?.capabilities ?? null;
  return [
    ...(isOwnPrice ? comparePrices(price.rates, known?.price ?? null) : []),
    ...(capabilities === null
      ? []
      : [{ what: 'Capabilities', own: capabilities.join(', '), catalogue: known?.kind ?? null }]),
  ];
}

type Rates = NonNullable<Model['price']>['rates'];

function comparePrices(own: Rates, catalogue: Rates | null): Override[] {
  const ownLines = byLabel(own);
  const builtInLines = byLabel(catalogue ?? {});
  return [...new Set([...ownLines.keys(), ...builtInLines.keys()])].flatMap((rate) => {
    const amount = ownLines.get(rate) ?? 'free';
    const builtIn = builtInLines.get(rate) ?? null;
    return amount === builtIn ? [] : [{ what: rate, own: amount, catalogue: builtIn }];
  });
}

function byLabel(rates: Rates): Map<string, string> {
  return new Map(priceLines(rates).map(({ label, amount, unit }) => [`${label}, ${unit}`, amount]));
}
