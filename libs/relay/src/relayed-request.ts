import { type Token } from '#access';
import { type CancelSignal, type Capability, type Form } from '#canonical';
import { type PriceContext } from '#metering';
import { type RouteHints } from '#wire';
import { type Attempt } from './attempts/attempt.js';
import { type RequestSize } from './billing/request-size.js';
import { type ClientSide } from './client-side.js';
import { type RelayRecord } from './relay-record.js';

/** What a client asks for, as it comes from whoever received it. */
export interface RelayCall<Body extends Buffer | Form = Buffer | Form> {
  body: Body;
  /** What the address of the request says. */
  hints: RouteHints;
  /** As they came, names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  requestId: string;
  token: Token;
  client: ClientSide;
  record: RelayRecord;
  /** Whether it is made because a policy says so: then it is the gateway that has chosen its model. */
  isByPolicy?: boolean;
}

const NO_SIZE: RequestSize = { inputTokens: 0 };
const NO_PRICE_CONTEXT: PriceContext = {};
const NO_WARNINGS: readonly string[] = [];

/** One request on its way, from its bytes to its bill. Every step reads here, and notes here what it has found out. */
export class RelayedRequest<Body extends Buffer | Form = Buffer | Form> {
  readonly startedAt = performance.now();
  readonly startedAtMs = Date.now();
  /** As it came; as it goes on, once the policies have seen it. */
  body: Body;
  readonly hints: RouteHints;
  readonly headers: RelayCall['headers'];
  readonly requestId: string;
  readonly token: Token;
  /** Whom to answer. */
  client: ClientSide;
  readonly record: RelayRecord;
  readonly isByPolicy: boolean;
  /** As the client names it, without the channel that it may have pinned. */
  model = '';
  isStreamed = false;
  size: RequestSize = NO_SIZE;
  priceContext = NO_PRICE_CONTEXT;
  /** Parameters that a policy has changed. */
  warnings = NO_WARNINGS;
  hedgeMs: number | undefined;
  lead: Attempt | undefined;

  constructor(
    { body, hints, headers, requestId, token, client, record, isByPolicy }: RelayCall<Body>,
    readonly operation: Capability,
    readonly format: string,
  ) {
    this.body = body;
    this.hints = hints;
    this.headers = headers;
    this.requestId = requestId;
    this.token = token;
    this.client = client;
    this.record = record;
    this.isByPolicy = isByPolicy === true;
    record.operation = operation;
    record.format = format;
  }

  get signal(): CancelSignal {
    return this.client.signal;
  }

  /** Whether anything that would be lost on the way is to be refused instead. */
  get isStrict(): boolean {
    return this.headers['x-modelgate-strict'] === 'true';
  }
}
