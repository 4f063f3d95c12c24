import { type ClientFacts, type Token, requireModel } from '#access';
import { type Admission, UNLIMITED } from '#limits';
import { type RequestTrace } from '#telemetry';
import { type Surface } from './surfaces.js';
import { UpstreamPermit } from './upstream-permit.js';

/** Where a model call comes from. */
export interface CallOrigin {
  surface: Surface;
  requestId: string;
  token: Token;
  /** The session of an agent, if it is known before the headers and the body are read. */
  sessionId?: string | undefined;
  /** Undefined if no client requested it. */
  client: ClientFacts | undefined;
  /** Undefined if tracing is disabled. */
  trace: RequestTrace | undefined;
}

/** A call that the gateway makes on behalf of another call. */
interface PartOrigin {
  requestId: string;
  sessionId?: string | undefined;
  /** Whether the gateway chooses the model, so that the allowlists of the token do not apply. */
  usesAnyModel?: boolean;
}

/**
 * A model call that the limits of its token allow. All code that calls models requires an instance and takes the origin
 * of the call from it. This library exports only the type, so that instances come from `ModelAdmission` alone.
 */
export class AdmittedCall extends UpstreamPermit implements CallOrigin {
  readonly surface: Surface;
  readonly requestId: string;
  readonly token: Token;
  readonly sessionId: string | undefined;
  readonly client: ClientFacts | undefined;
  readonly trace: RequestTrace | undefined;
  private isSettled = false;

  constructor(
    private readonly admission: Admission,
    { surface, requestId, token, sessionId, client, trace }: CallOrigin,
  ) {
    super();
    this.surface = surface;
    this.requestId = requestId;
    this.token = token;
    this.sessionId = sessionId;
    this.client = client;
    this.trace = trace;
  }

  /** False if no limit applies to it. */
  get isCounted(): boolean {
    return this.admission !== UNLIMITED;
  }

  /** The state of the limits, for the headers; empty if there are none. */
  get state(): Admission['state'] {
    return this.admission.state;
  }

  /** Whether its tokens must still be reserved, because its size was unknown when it was admitted. */
  get isUnsized(): boolean {
    return this.admission.isUnsized;
  }

  /**
   * Raises the reserved tokens to this estimate. A lower estimate changes nothing. Throws the refusal if the limit does
   * not have them; the call then no longer counts against any limit.
   */
  reserve(tokens: number): void | Promise<void> {
    return this.admission.reserve(tokens);
  }

  /** Throws if the token may not use the model. `#upstream` calls it for every request to a model. */
  requireModel(model: string): void {
    requireModel(this.token, model);
  }

  /** Ends the call and counts the tokens that it used. Only the first call of this method has an effect. */
  settle({ inputTokens = 0, outputTokens = 0 }: { inputTokens?: number; outputTokens?: number } = {}): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.admission.adjustTokens(inputTokens + outputTokens);
    this.admission.release();
  }

  /** Releases the reserved tokens before the end of the call, for a call that uses no tokens itself. */
  releaseTokens(): void {
    this.admission.adjustTokens(0);
  }

  /**
   * Creates a call that the gateway makes on behalf of this one, such as a moderation. It is not counted again, and is
   * neither cached nor recorded.
   */
  createPart({ requestId, sessionId = this.sessionId, usesAnyModel = false }: PartOrigin): AdmittedCall {
    const { surface, client } = this;
    const token = withoutStorage(this.token);
    const allowed = usesAnyModel ? { ...token, models: undefined, ownerModels: undefined } : token;
    return new AdmittedCall(UNLIMITED, {
      surface,
      requestId,
      sessionId,
      token: allowed,
      client,
      trace: undefined,
    });
  }
}

/** The token without caching and recording of content. */
export function withoutStorage(token: Token): Token {
  return { ...token, cacheTtlSeconds: 0, contentDays: 0 };
}
