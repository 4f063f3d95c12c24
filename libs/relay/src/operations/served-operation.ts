import { type Capability, type Form } from '#canonical';
import { type Target } from '#catalog';
import { type Provider } from '#providers';
import { type RouteHints } from '#wire';
import { type PriceContext } from '#metering';
import { type RequestSize } from '../billing/request-size.js';
import { type OperationAttempt } from './operation-attempt.js';
import { type OperationCandidate } from './operation-candidate.js';

export interface OperationInput {
  body: Buffer | Form;
  hints: RouteHints;
  requestId: string;
}

/** A request that has been read and found good. */
export interface OpenRequest {
  /** Undefined where the client leaves the choice to the gateway. */
  readonly model: string | undefined;
  readonly isStreamed: boolean;
  /** What it asks for, as far as a price may depend upon it. */
  readonly size?: Partial<RequestSize>;
  readonly priceContext?: PriceContext;
  /** Whether its answer is kept as files of the gateway's own, for which its owner needs room. */
  readonly needsRoom?: boolean;
  /** The ways in which a target can serve it, best first. */
  candidatesAt(target: Target, provider: Provider): readonly Pick<OperationCandidate, 'kind' | 'format'>[];
  /** Serves it in one of those ways, to the last byte. */
  serve(attempt: OperationAttempt): Promise<void>;
}

/** One thing besides conversations that clients ask for, in one of the formats in which they do. */
export interface ServedOperation {
  readonly capability: Capability;
  /** Throws a GatewayError that names the parameter. */
  open(input: OperationInput): OpenRequest | Promise<OpenRequest>;
  /** The model that is meant where none is named, if it is served. */
  readonly usualModel?: string;
}
