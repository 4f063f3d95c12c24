import { type Provider } from '#providers';
import { type FormatId } from '#wire';
import { type RouteCandidate } from '../attempts/attempt.js';

/** A way to serve a request that is no conversation. */
export interface OperationCandidate extends RouteCandidate {
  provider: Provider;
  /** What the upstream is spoken to in. */
  format: FormatId;
}
