import { type GatewayError, type Usage } from '#canonical';
import { type SseBlock } from '#sse';
import { type TypedEventTap, endedEarly } from '#wire';
import { type ResponseStream } from '../chat/prepared-request.js';

/** Forwards a stream of typed events. */
export class TypedEventStream implements ResponseStream {
  constructor(
    private readonly tap: TypedEventTap,
    /** Adds counts of the gateway to the reported usage. */
    private readonly completeUsage = (usage: Usage | undefined): Usage | undefined => usage,
  ) {}

  get isTerminated(): boolean {
    return this.tap.isTerminated;
  }

  get isComplete(): boolean {
    return this.tap.isComplete;
  }

  get usage(): Usage | undefined {
    return this.completeUsage(this.tap.usage);
  }

  push(block: SseBlock): Uint8Array {
    return this.tap.push(block);
  }

  finish(): undefined {
    if (this.tap.isComplete) return;
    throw endedEarly();
  }

  fail(error: GatewayError): string {
    return this.tap.fail(error);
  }
}
