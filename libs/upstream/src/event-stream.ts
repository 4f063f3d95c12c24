import { type Channel } from '#catalog';
import { type ConsumeRead, type UpstreamBody, type UpstreamResponse, readEach } from '#egress';
import { GatewayError } from '#canonical';
import { InvalidEventStream, EventStreamDecoder, type EventStreamMessage, encodeSseEvent } from '#sse';
import { decodeStreamedError, endedEarly } from '#wire';
import { channelSecrets } from './channel-secrets.js';
import { type UnreadResponse } from './send-to-account.js';

const CONTENT_TYPE = 'application/vnd.amazon.eventstream';

export function isEventStream({ headers }: UpstreamResponse): boolean {
  return headers['content-type']?.includes(CONTENT_TYPE) === true;
}

/** Converts a response to server-sent events, which all formats are decoded from. */
export function toServerSentEvents(response: UnreadResponse, channel: Channel): UnreadResponse {
  const { status, headers, body } = response;
  return { status, headers, body: new EventBody(body, channel), discard: () => response.discard() };
}

/** Converts each message of an AWS event stream to an event. Throws for an exception message. */
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

  async readEach(consume: ConsumeRead): Promise<void> {
    await readEach(this.body, (chunk) => {
      const { events, failure } = this.decode(chunk);
      const consumed = events === '' ? undefined : consume(Buffer.from(events));
      if (failure === undefined) return consumed;
      if (consumed === undefined) throw failure;
      return consumed.then(() => {
        throw failure;
      });
    });
    this.checkEnd();
  }

  /** Messages before an error are still delivered. */
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
      if (!(error instanceof InvalidEventStream)) throw error;
      return { messages: error.precedingMessages, broken: true };
    }
  }

  private readException({ headers, payload }: EventStreamMessage): GatewayError {
    const type = headers[':exception-type'] ?? headers[':error-code'] ?? '';
    const message = readMessage(payload) ?? headers[':error-message'] ?? '';
    return decodeStreamedError({ type, message }, channelSecrets(this.channel));
  }

  private checkEnd(): void {
    if (!this.decoder.isBetweenMessages) throw endedEarly();
  }
}

/** A `chunk` message has an event of the model's own format in base64. Other messages are events themselves. */
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
  return new GatewayError(
    'upstream-bad-response',
    'The provider returned a response that could not be parsed.',
  );
}
