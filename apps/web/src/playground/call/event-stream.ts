export interface ServerSentEvent {
  /** The `event` field; empty if the event has none. */
  event: string;
  data: string;
}

/** Yields the events of a `text/event-stream`. As the standard requires, an incomplete event at the end is dropped. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const lines = new LineBuffer();
  const events = new EventBuffer();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      yield* lines.push(text).flatMap((line) => events.push(line) ?? []);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Collects lines into events. An empty line ends an event. */
class EventBuffer {
  private event = '';
  private data: string[] = [];

  push(line: string): ServerSentEvent | undefined {
    if (line === '') return this.createEvent();
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.data.push(value);
    if (name === 'event') this.event = value;
    return undefined;
  }

  private createEvent(): ServerSentEvent | undefined {
    const { event, data } = this;
    this.event = '';
    this.data = [];
    return data.length === 0 ? undefined : { event, data: data.join('\n') };
  }
}

/** Splits text into lines. Lines end with LF, CR or CRLF, and a chunk may end between CR and LF. */
class LineBuffer {
  private remainder = '';

  push(text: string): string[] {
    const all = this.remainder + text;
    const complete = all.endsWith('\r') ? all.slice(0, -1) : all;
    const lines = complete.split(/\r\n|\n|\r/);
    this.remainder = (lines.pop() ?? '') + all.slice(complete.length);
    return lines;
  }
}
