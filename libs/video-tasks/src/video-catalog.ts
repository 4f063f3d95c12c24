import { type Catalog, type Target } from '#catalog';

/** What is known of the models that make videos, by the names that clients have for them. */
export interface VideoCatalog extends Pick<Catalog, 'getPrice' | 'getDeadlineMinutes'> {
  /** Each with the model's public name, where that is another: a client may name a channel before it. */
  targetsFor(model: string, capability: 'video'): (Target & { model?: string })[];
}
