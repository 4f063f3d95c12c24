import { type Catalog, type Target } from '#catalog';

/** The part of the catalog for video models, by the names that clients use. */
export interface VideoCatalog extends Pick<Catalog, 'getPrice' | 'getDeadlineMinutes'> {
  /** With the model's public name if it differs from the requested one, which can include a channel. */
  targetsFor(model: string, capability: 'video'): (Target & { model?: string })[];
}
