import { type Provider } from '#providers';
import { type FormatId } from '#wire';
import { type Way } from '../attempts/way.js';

/** A way to serve a request that is no conversation. */
export interface OperationWay extends Way {
  provider: Provider;
  /** What the upstream is spoken to in. */
  format: FormatId;
}
