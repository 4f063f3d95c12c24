import { setTimeout as sleep } from 'node:timers/promises';
import { type CancelSignal, GatewayError } from '#canonical';
import { type ClientSide, type ClientStream, RELAY_OPTIONS, type RelayOptions } from '#relay';
import { SSE_KEEP_ALIVE } from '#sse';
import { backgroundState } from '#wire';
import { Inject, Injectable } from '@nestjs/common';
import { BackgroundResponses } from './background-responses.js';
import { type EventPage } from './events.repository.js';

const LOOK_EVERY_MS = 200;
const MAX_STREAMS = 1_000;
const EVENT_STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

export interface WatchedResponse {
  owner: string;
  id: string;
  /** The number of the last event that the client has seen. */
  startingAfter: number;
}

/** Tells clients what happens to a response that runs in the background, from any event on, until it is finished. */
@Injectable()
export class EventStreams {
  private streams = 0;

  constructor(
    private readonly background: BackgroundResponses,
    @Inject(RELAY_OPTIONS) private readonly options: RelayOptions,
  ) {}

  /** The client is connected to only where there is something to tell it. */
  async send(watched: WatchedResponse, connect: () => ClientSide): Promise<void> {
    const { owner, id, startingAfter } = watched;
    const first = await this.background.readEvents(owner, id, startingAfter);
    if (first === undefined) throw notKept();
    if (this.streams >= MAX_STREAMS) throw tooManyStreams();
    this.streams += 1;
    try {
      const client = connect();
      await this.follow(watched, first, { stream: client.openStream(EVENT_STREAM), signal: client.signal });
    } finally {
      this.streams -= 1;
    }
  }

  private async follow(
    { owner, id, startingAfter }: WatchedResponse,
    first: EventPage,
    { stream, signal }: { stream: ClientStream; signal: CancelSignal },
  ): Promise<void> {
    let seen = startingAfter;
    let lastSentAt = performance.now();
    try {
      for (let page = first; ; page = await this.readNext({ owner, id, startingAfter: seen }, page, signal)) {
        const isSilent = performance.now() - lastSentAt >= this.options.keepAliveMs;
        if (page.events.length > 0 || isSilent) {
          await stream.write(page.events.map(backgroundState.encodeEvent).join('') || SSE_KEEP_ALIVE);
          lastSentAt = performance.now();
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
    { owner, id, startingAfter }: WatchedResponse,
    before: EventPage,
    signal: CancelSignal,
  ): Promise<EventPage> {
    if (!before.isFull) await sleep(LOOK_EVERY_MS);
    signal.throwIfAborted();
    const page = await this.background.readEvents(owner, id, startingAfter);
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

function tooManyStreams(): GatewayError {
  return new GatewayError('rate-limited', 'Too many responses are being watched here; retrieve it instead.', {
    code: 'too_many_watchers',
    retryAfterSeconds: 5,
  });
}
