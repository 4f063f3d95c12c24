import { GatewayError, type Usage } from '#canonical';
import { type SseBlock } from '#sse';
import { type TypedEventTap } from '#wire';
import { type AnswerStream } from '../chat/exchange.js';

/** A stream of typed events that is passed on as it comes. */
export class TypedEventStream implements AnswerStream {
  constructor(
    private readonly tap: TypedEventTap,
    /** Adds what the gateway knows itself to what the upstream says that it used. */
    private readonly counted = (told: Usage | undefined): Usage | undefined => told,
  ) {}

  get isTerminated(): boolean {
    return this.tap.isTerminated;
  }

  get isComplete(): boolean {
    return this.tap.isComplete;
  }

  get usage(): Usage | undefined {
    return this.counted(this.tap.usage);
  }

  push(block: SseBlock): Uint8Array {
    return this.tap.push(block);
  }

  finish(): undefined {
    if (this.tap.isComplete) return;
    throw new GatewayError(
      'upstream-bad-response',
      'The model service ended its answer before it was complete.',
    );
  }

  fail(error: GatewayError): string {
    return this.tap.fail(error);
  }
}
