import { type Price, type PriceContext } from './price.js';

/** What a million tokens of each kind cost in one request. */
export type TokenRates = Pick<
  Price,
  | 'inputPerMTok'
  | 'cachedInputPerMTok'
  | 'cacheWritePerMTok'
  | 'outputPerMTok'
  | 'audioInputPerMTok'
  | 'audioOutputPerMTok'
  | 'imageInputPerMTok'
>;

const DISCOUNTED = new Set(['batch', 'flex']);

/** The rates for a whole request of this many input tokens. What a tier or a batch does not name stays as it is. */
export function buildTokenRates(
  price: Price,
  inputTokens: number,
  { serviceTier }: PriceContext,
): TokenRates {
  const isDiscounted = serviceTier !== undefined && DISCOUNTED.has(serviceTier);
  const batch = isDiscounted ? price.batch : undefined;
  // A long request is never cheap by accident: without tiers of the batch those of the price hold.
  const tiers = batch?.tiers ?? price.tiers;
  const tier = tiers?.findLast(({ aboveInputTokens }) => inputTokens > aboveInputTokens);
  return batch === undefined && tier === undefined ? price : { ...price, ...batch, ...tier };
}

export function isByToken(rates: TokenRates): boolean {
  const { inputPerMTok, outputPerMTok, audioInputPerMTok, audioOutputPerMTok, imageInputPerMTok } = rates;
  const plain = inputPerMTok ?? outputPerMTok;
  return (plain ?? audioInputPerMTok ?? audioOutputPerMTok ?? imageInputPerMTok) !== undefined;
}
