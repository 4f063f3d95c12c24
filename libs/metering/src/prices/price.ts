import { type Price } from '#config';

export type { Price };

/** A price with its source. Usage is charged by it and can be recomputed with it later. */
export interface PriceOfRecord {
  /** A hash of the price, independent of its source. */
  version: string;
  price: Price;
  /** A URL, or the name of a setting. */
  source?: string;
  /** The date on which the price was read from its source, such as 2026-11-15. */
  asOf?: string;
}

/** What a price depends on besides counts. */
export interface PriceContext {
  /** The upstream's name of the service tier; `batch` and `flex` have rates of their own. */
  serviceTier?: string | undefined;
  /** The region in which the model ran, if regions have different prices. */
  inferenceGeo?: string | undefined;
  /** Such as 1024x1024. */
  imageSize?: string | undefined;
  imageQuality?: string | undefined;
  /** Such as 1280x720. */
  videoSize?: string | undefined;
}
