import { type Form } from '#canonical';
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

/** A decoded and valid request. */
export interface OperationRequest {
  /** Undefined if the client names no model. */
  readonly model: string | undefined;
  readonly isStreamed: boolean;
  /** The parts of the size that its price may depend on. */
  readonly size?: Partial<RequestSize>;
  readonly priceContext?: PriceContext;
  /** Whether its response is stored as files, which count against the quota of the owner. */
  readonly storesFiles?: boolean;
  /** How a target can serve it, best first. */
  listCandidates(target: Target, provider: Provider): readonly Pick<OperationCandidate, 'kind' | 'format'>[];
  /** Serves it with one of the candidates, up to the last byte. */
  serve(attempt: OperationAttempt): Promise<void>;
}

/** An operation in one of its client formats. */
export interface OperationDefinition {
  /** Decodes a request. Throws a GatewayError that names the parameter. */
  decode(input: OperationInput): OperationRequest | Promise<OperationRequest>;
  /** The model of requests that name none, if it is served. */
  readonly defaultModel?: string;
}
