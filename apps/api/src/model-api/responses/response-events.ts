import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { type ClientStream } from '#relay';
import { type BackgroundResponses, type EventPage } from '#responses';
import { SSE_KEEP_ALIVE } from '#sse';
import { backgroundState } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ClientConnection } from '../../http/client-connection.js';
import { type Drain } from '#http-edge';
import { tokenOf } from '../token-of.js';

const LOOK_EVERY_MS = 200;
const MOST_WATCHERS = 1_000;
const EVENT_STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

export interface ResponseEventsParts {
  background: BackgroundResponses;
  drain: Drain;
  /** How long a stream may be silent before the client is told that it lives. */
  keepAliveMs: number;
}

interface Watched {
  owner: string;
  id: string;
  signal: AbortSignal;
}

/** Tells clients what happens to a response that runs in the background, from any event on, until it is finished. */
export class ResponseEvents {
  private watchers = 0;

  constructor(private readonly parts: ResponseEventsParts) {}

  async send(
    { id, startingAfter }: { id: string; startingAfter: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { owner } = tokenOf(request);
    const first = await this.parts.background.readEvents(owner, id, startingAfter);
    if (first === undefined) throw notKept();
    if (this.watchers >= MOST_WATCHERS) throw tooManyWatchers();
    this.watchers += 1;
    try {
      const client = new ClientConnection(reply, this.parts.drain.signal);
      const stream = client.openStream(EVENT_STREAM);
      request.exchange.work = this.tell({ owner, id, signal: client.signal }, stream, {
        first,
        startingAfter,
      });
      await request.exchange.work;
    } finally {
      this.watchers -= 1;
    }
  }

  private async tell(
    watched: Watched,
    stream: ClientStream,
    { first, startingAfter }: { first: EventPage; startingAfter: number },
  ): Promise<void> {
    let seen = startingAfter;
    let lastWordAt = performance.now();
    try {
      for (let page = first; ; page = await this.readNext(watched, seen, page)) {
        const isSilent = performance.now() - lastWordAt >= this.parts.keepAliveMs;
        if (page.events.length > 0 || isSilent) {
          await stream.write(page.events.map(backgroundState.encodeEvent).join('') || SSE_KEEP_ALIVE);
          lastWordAt = performance.now();
        }
        seen = page.events.at(-1)?.sequence_number ?? seen;
        if (page.isLast) break;
      }
      stream.end();
    } catch (error) {
      // The response goes on: whoever watches comes back for the rest.
      stream.breakOff('');
      throw error;
    }
  }

  /** One that is deleted while it is watched has nothing more to say. */
  private async readNext(
    { owner, id, signal }: Watched,
    seen: number,
    before: EventPage,
  ): Promise<EventPage> {
    if (!before.isFull) await sleep(LOOK_EVERY_MS);
    signal.throwIfAborted();
    const page = await this.parts.background.readEvents(owner, id, seen);
    return page ?? { events: [], isFull: false, isLast: true };
  }
}

function notKept(): GatewayError {
  return new GatewayError(
    'invalid-request',
    'Only the events of background responses are kept, and for a day after their end; retrieve it without "stream".',
    { param: 'stream', code: 'response_not_streamable' },
  );
}

function tooManyWatchers(): GatewayError {
  return new GatewayError('rate-limited', 'Too many responses are being watched here; retrieve it instead.', {
    code: 'too_many_watchers',
    retryAfterSeconds: 5,
  });
}
