import { GatewayError } from '#canonical';
import { type ResponsePlan } from './response-plan.js';
import { type CancelReason, type ResponseOptions, ResponseRun } from './response-run.js';

/** The running responses: one in the conversation, and a few out of band. */
export class Responses {
  private active?: ResponseRun;
  private readonly outOfBand = new Map<string, ResponseRun>();

  constructor(
    private readonly options: Omit<ResponseOptions, 'onEnd'>,
    private readonly maxParallelResponses: number,
  ) {}

  get isAnyRunning(): boolean {
    return this.active !== undefined || this.outOfBand.size > 0;
  }

  /** Throws if no further response may run. */
  ensureFree({ isOutOfBand }: ResponsePlan): void {
    if (isOutOfBand && this.outOfBand.size >= this.maxParallelResponses) {
      throw new GatewayError(
        'concurrency-exceeded',
        `At most ${this.maxParallelResponses} concurrent responses outside the conversation are allowed.`,
        { param: 'response.conversation' },
      );
    }
    if (isOutOfBand || this.active === undefined) return;
    throw new GatewayError(
      'wrong-state',
      `Conversation already has an active response in progress: ${this.active.id}. Wait until it is finished, or cancel it.`,
      { code: 'conversation_already_has_active_response' },
    );
  }

  /** Call `ensureFree` first. */
  start(plan: ResponsePlan): void {
    const run = new ResponseRun(plan, { ...this.options, onEnd: (ended) => this.remove(ended) });
    if (run.isOutOfBand) this.outOfBand.set(run.id, run);
    else this.active = run;
    run.start();
  }

  /** Without an id, cancels the response in the conversation. */
  cancel(responseId?: string): void {
    const isActive = responseId === undefined || responseId === this.active?.id;
    const run = isActive ? this.active : this.outOfBand.get(responseId);
    if (run === undefined) {
      throw new GatewayError('wrong-state', 'Cancellation failed: no active response found.', {
        code: 'response_cancel_not_active',
        ...(responseId === undefined ? {} : { param: 'response_id' }),
      });
    }
    run.cancel('client_cancelled');
  }

  interrupt(reason: CancelReason): void {
    this.active?.cancel(reason);
  }

  close(): void {
    this.active?.abandon();
    for (const run of this.outOfBand.values()) run.abandon();
    this.active = undefined;
    this.outOfBand.clear();
  }

  private remove(ended: ResponseRun): void {
    if (ended === this.active) this.active = undefined;
    this.outOfBand.delete(ended.id);
  }
}
