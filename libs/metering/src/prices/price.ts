import { type Price } from '#config';

export type { Price };

/** A price together with where it comes from, as usage is charged and later recomputed by it. */
export interface PriceOfRecord {
  /** Another one for every other price; the same for the same price, wherever it stands. */
  version: string;
  price: Price;
  /** An address, or the name of the setting that says it. */
  source?: string;
  /** The day it was read off its source, as 2026-11-15. */
  asOf?: string;
}

/** What a price depends upon besides amounts. */
export interface PriceContext {
  /** As the upstream calls it; `batch` and `flex` have rates of their own. */
  serviceTier?: string | undefined;
  /** Where it was run, where that has a price of its own. */
  inferenceGeo?: string | undefined;
  /** Such as 1024x1024. */
  imageSize?: string | undefined;
  imageQuality?: string | undefined;
  /** Such as 1280x720. */
  videoSize?: string | undefined;
}
