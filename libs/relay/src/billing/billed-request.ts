import { type Token } from '#access';
import { type Capability } from '#canonical';
import { type PriceContext, type UsageEvent } from '#metering';
import { type RequestSize } from './request-size.js';

/** A request that is billed. Members that are stored are not optional, so that a surface without one does not compile. */
export interface BilledRequest {
  token: Token;
  requestId: string;
  sessionId: string | undefined;
  /** The public name. */
  model: string;
  operation: Capability;
  format: string;
  isStreamed: boolean;
  startedAtMs: number;
  size: RequestSize;
  priceContext: PriceContext;
  /** Read when the request has ended. */
  parameters: UsageEvent['parameters'];
  /** Whether a policy of the gateway requires this call. The gateway has then chosen the model. */
  isByPolicy?: boolean;
}
