import { type ModelConfig } from '#config';

type VideoPrice = Pick<NonNullable<ModelConfig['price']>, 'perSecondVideo' | 'perRequest'>;

export interface PricedVideo {
  /** In dollars. */
  price: VideoPrice | undefined;
  durationSeconds: number;
  /** Where it is not known, the price for any other size counts. */
  size?: { width?: number; height?: number };
}

const MICRO_USD_PER_USD = 1_000_000;
/** How far a few operations on floats can be off, as a part of their result. */
const FLOAT_NOISE = 8 * Number.EPSILON;

/** The price of a film, in integer millionths of a dollar, rounded up. Undefined where nobody has said what it costs. */
export function videoPriceMicroUsd({ price, durationSeconds, size }: PricedVideo): number | undefined {
  if (price?.perSecondVideo === undefined && price?.perRequest === undefined) return undefined;
  const usd = (price.perRequest ?? 0) + usdPerSecond(price.perSecondVideo, size) * durationSeconds;
  return roundUp(usd * MICRO_USD_PER_USD);
}

function usdPerSecond(
  price: VideoPrice['perSecondVideo'] = 0,
  { width, height }: PricedVideo['size'] = {},
): number {
  if (typeof price === 'number') return price;
  return price[`${width}x${height}`] ?? price.default;
}

/** What is above a whole number only by the noise of floats is that number. */
function roundUp(amount: number): number {
  const nearest = Math.round(amount);
  return Math.abs(amount - nearest) <= amount * FLOAT_NOISE ? nearest : Math.ceil(amount);
}
