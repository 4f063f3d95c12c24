import { type JsonObject, type Usage } from '#canonical';
import { encodeSseEvent } from '#sse';
import { DONE } from './read-chunk.js';
import { encodeUsage } from './usage.js';

/** Frames the chunks of one stream, each of which repeats whose it is. */
export class ChunkWriter {
  usage: Usage | undefined;
  private head: JsonObject = {};
  private readonly asksForUsage: boolean;

  constructor(body: JsonObject) {
    const options = body['stream_options'] as { include_usage?: unknown } | null | undefined;
    this.asksForUsage = options?.include_usage === true;
  }

  open(head: JsonObject): void {
    this.head = head;
  }

  write(choices: JsonObject[]): string {
    return this.frame({ ...this.head, choices, ...(this.asksForUsage ? { usage: null } : {}) });
  }

  /** The chunk with the usage, for who has asked for it, and the terminator. */
  close(): string {
    const usage = this.asksForUsage && this.usage ? encodeUsage(this.usage) : undefined;
    const last = usage === undefined ? '' : this.frame({ ...this.head, choices: [], usage });
    return last + encodeSseEvent({ data: DONE });
  }

  private frame(chunk: JsonObject): string {
    return encodeSseEvent({ data: JSON.stringify(chunk) });
  }
}
