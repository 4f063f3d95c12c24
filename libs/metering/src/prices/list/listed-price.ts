import { type Price } from '../price.js';

/** A price as a page said it. */
export interface ListedPrice {
  price: Price;
  /** The page. It is the vendor's wherever that could be read. */
  source: string;
  /** The day that the copy of the page is from, or where it has none, the day it was read. */
  asOf: string;
}

/** By the vendor's names of models, without the dates that some of them end in. */
export type PriceList = Readonly<Record<string, ListedPrice>>;

/** Prices that stand on one page. */
export function listedOn(source: string, asOf: string, prices: Readonly<Record<string, Price>>): PriceList {
  return Object.fromEntries(Object.entries(prices).map(([model, price]) => [model, { price, source, asOf }]));
}
