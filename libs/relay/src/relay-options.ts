import { type ByteBudget } from '#limits';

/** Each program provides these. */
export const RELAY_OPTIONS = Symbol('relay options');

export interface RelayOptions {
  /** How long a stream may be silent before its client is told that it lives. */
  keepAliveMs: number;
  /** How long services may take to count tokens, where it is not as long as usual. */
  countMs?: number;
  /** How long the links of one request may take together, where it is not as long as usual. */
  linksMs?: number;
  /** What requests of this process may hold in memory together, where it is not what the machine suggests. */
  memory?: ByteBudget;
}
