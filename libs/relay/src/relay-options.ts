import { type ByteBudget } from '#limits';

/** Provided by each program. */
export const RELAY_OPTIONS = Symbol('relay options');

export interface RelayOptions {
  /** A keep-alive is written to a stream after this much silence. */
  keepAliveMs: number;
  /** Replaces the default timeout for counting tokens at upstreams. */
  countMs?: number;
  /** Replaces the default timeout for all links of a request together. */
  linksMs?: number;
  /** Replaces the budget that follows from the memory of the machine. */
  memory?: ByteBudget;
}
