import { type StreamPart } from '#canonical';
import { SseDecoder } from '#sse';
import { type StreamDecoder, WIRE_FORMATS } from '#wire';
import { type AnswerReader } from './in-process-client.js';

/** Reads the stream of a chat completion as the parts of an answer. */
export class ReplyReader implements AnswerReader {
  /** The relay has seen to it that no event is too large. */
  private readonly events = new SseDecoder({ maxEventBytes: Number.POSITIVE_INFINITY });
  private readonly decoder: StreamDecoder = WIRE_FORMATS['openai-chat'].egress.createStreamDecoder();

  constructor(
    private readonly onPart: (part: StreamPart) => void,
    /** Resolves when the parts have been taken; undefined where nobody is behind. */
    private readonly drained: () => Promise<void> | undefined,
  ) {}

  read(bytes: Uint8Array): Promise<void> | undefined {
    for (const { event } of this.events.push(bytes)) {
      if (event !== undefined) this.tell(this.decoder.push(event));
    }
    return this.drained();
  }

  /** Throws where the answer was not whole. */
  end(): void {
    this.tell(this.decoder.end());
  }

  private tell(parts: readonly StreamPart[]): void {
    for (const part of parts) this.onPart(part);
  }
}
