import { type Admission, UNLIMITED } from '#limits';

/**
 * A call of a model that the limits of its token allow. Everything that calls models takes one. Only the type leaves this
 * library, so there is no other way to get one than to ask `ModelAdmission`.
 */
export class AdmittedCall {
  // A private member: no object that only looks alike is accepted in its place.
  readonly #admission: Admission;
  #isSettled = false;

  constructor(admission: Admission) {
    this.#admission = admission;
  }

  /** False where nothing limits it. */
  get isCounted(): boolean {
    return this.#admission !== UNLIMITED;
  }

  /** How the limits stand, for the headers; empty where there are none. */
  get state(): Admission['state'] {
    return this.#admission.state;
  }

  /** Whether its tokens are still to be reserved, because nothing was known of its size when it was admitted. */
  get isUnsized(): boolean {
    return this.#admission.isUnsized;
  }

  /**
   * Raises the tokens that are reserved to this estimate; a lower one changes nothing. Throws the refusal where the limit
   * does not have them: then the call counts against no limit any more.
   */
  reserve(tokens: number): void | Promise<void> {
    return this.#admission.reserve(tokens);
  }

  /** The call is over, and has used so many tokens. Only the first call of this method has an effect. */
  settle({ inputTokens = 0, outputTokens = 0 }: { inputTokens?: number; outputTokens?: number } = {}): void {
    if (this.#isSettled) return;
    this.#isSettled = this.isCounted;
    this.#admission.adjustTokens(inputTokens + outputTokens);
    this.#admission.release();
  }

  /** Gives the reserved tokens back while the call goes on, for one that itself uses none. */
  releaseTokens(): void {
    this.#admission.adjustTokens(0);
  }

  /** For a call that the gateway makes on behalf of this one, such as a moderation: it counts against no limit. */
  get part(): AdmittedCall {
    return UNCOUNTED;
  }
}

/** Shared by all calls without limits, so that these cost no object. */
export const UNCOUNTED = new AdmittedCall(UNLIMITED);
