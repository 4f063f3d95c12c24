import { costMicroUsd } from './prices/cost.js';
import { type Price } from './prices/price.js';

export interface PricedVideo {
  /** In dollars. */
  price: Price | undefined;
  durationSeconds: number;
  /** If it is unknown, the default price applies. */
  size?: { width?: number; height?: number };
}

/** The price of a video, in integer millionths of a dollar, rounded up. Undefined if its price is unknown. */
export function videoPriceMicroUsd({ price, durationSeconds, size }: PricedVideo): number | undefined {
  if (price === undefined) return undefined;
  const videoSize = `${size?.width}x${size?.height}`;
  return costMicroUsd({ videoSeconds: durationSeconds }, price, { videoSize });
}
