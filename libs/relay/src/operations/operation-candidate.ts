import { type Provider } from '#providers';
import { type FormatId } from '#wire';
import { type RouteCandidate } from '../attempts/attempt.js';

/** A candidate for a request that is not a conversation. */
export interface OperationCandidate extends RouteCandidate {
  provider: Provider;
  format: FormatId;
}
