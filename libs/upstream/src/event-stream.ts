import { type Channel } from '#catalog';
import { type TakeRead, type UpstreamBody, type UpstreamResponse, readEach } from '#egress';
import { GatewayError } from '#canonical';
import { EventStreamBroken, EventStreamDecoder, type EventStreamMessage, encodeSseEvent } from '#sse';
import { decodeStreamedError } from '#wire';
import { channelSecrets } from './channel-secrets.js';
import { type UnreadAnswer } from './send-to-account.js';

const CONTENT_TYPE = 'application/vnd.amazon.eventstream';

export function isEventStream({ headers }: UpstreamResponse): boolean {
  return headers['content-type']?.includes(CONTENT_TYPE) === true;
}

/** The same answer as server-sent events, which all formats are read from. */
export function toServerSentEvents(response: UnreadAnswer, channel: Channel): UnreadAnswer {
  const { status, headers, body } = response;
  return { status, headers, body: new EventBody(body, channel), discard: () => response.discard() };
}

/** The messages of an event stream, each as one event. What it reports as an exception is thrown. */
class EventBody implements UpstreamBody {
  private readonly decoder = new EventStreamDecoder();

  constructor(
    private readonly body: UpstreamBody,
    private readonly channel: Channel,
  ) {}

  async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    for await (const chunk of this.body) {
      const { events, failure } = this.decode(chunk);
      if (events !== '') yield Buffer.from(events);
      if (failure !== undefined) throw failure;
    }
    this.checkEnd();
  }

  async readEach(take: TakeRead): Promise<void> {
    await readEach(this.body, (chunk) => {
      const { events, failure } = this.decode(chunk);
      const taken = events === '' ? undefined : take(Buffer.from(events));
      if (failure === undefined) return taken;
      if (taken === undefined) throw failure;
      return taken.then(() => {
        throw failure;
      });
    });
    this.checkEnd();
  }

  /** What came before a fault is still delivered. */
  private decode(chunk: Uint8Array): { events: string; failure?: GatewayError } {
    let events = '';
    const { messages, broken } = this.readMessages(chunk);
    for (const message of messages) {
      const { headers } = message;
      if (headers[':message-type'] !== undefined && headers[':message-type'] !== 'event') {
        return { events, failure: this.readException(message) };
      }
      events += toEvent(message);
    }
    return broken ? { events, failure: unreadable() } : { events };
  }

  private readMessages(chunk: Uint8Array): { messages: readonly EventStreamMessage[]; broken?: true } {
    try {
      return { messages: this.decoder.push(chunk) };
    } catch (error) {
      if (!(error instanceof EventStreamBroken)) throw error;
      return { messages: error.precedingMessages, broken: true };
    }
  }

  private readException({ headers, payload }: EventStreamMessage): GatewayError {
    const type = headers[':exception-type'] ?? headers[':error-code'] ?? '';
    const message = readMessage(payload) ?? headers[':error-message'] ?? '';
    return decodeStreamedError({ type, message }, channelSecrets(this.channel));
  }

  private checkEnd(): void {
    if (!this.decoder.isAtBorder) throw unreadable();
  }
}

/** A chunk of a model's own stream is wrapped once more; other messages are what they say. */
function toEvent({ headers, payload }: EventStreamMessage): string {
  const event = headers[':event-type'] ?? 'message';
  if (event !== 'chunk') return encodeSseEvent({ event, data: payload.toString('utf8') });
  const bytes = parse(payload)?.['bytes'];
  if (typeof bytes !== 'string') return '';
  return encodeSseEvent({ data: Buffer.from(bytes, 'base64').toString('utf8') });
}

function readMessage(payload: Buffer): string | undefined {
  const members = parse(payload);
  const message = members?.['message'] ?? members?.['Message'];
  return typeof message === 'string' ? message : undefined;
}

function parse(payload: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(payload.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function unreadable(): GatewayError {
  return new GatewayError('upstream-bad-response', 'The model service sent an answer that cannot be read.');
}
