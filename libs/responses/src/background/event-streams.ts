import { setTimeout as sleep } from 'node:timers/promises';
import { type CancelSignal, GatewayError } from '#canonical';
import { type ClientSide, type ClientStream, RELAY_OPTIONS, type RelayOptions } from '#relay';
import { ByteBudget, type ByteHold } from '#limits';
import { SSE_KEEP_ALIVE } from '#sse';
import { Inject, Injectable } from '@nestjs/common';
import { BackgroundResponses } from './background-responses.js';
import { type EventPage } from './events.repository.js';

const POLL_EVERY_MS = 200;
const MAX_STREAMS = 1_000;
const EVENT_STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

export interface WatchedResponse {
  owner: string;
  id: string;
  /** The sequence number of the last event that the client has. */
  startingAfter: number;
}

interface FollowedStream {
  stream: ClientStream;
  signal: CancelSignal;
  hold: ByteHold;
}

/** Streams the events of a background response to clients, from any event on, until it is finished. */
@Injectable()
export class EventStreams {
  private streams = 0;

  constructor(
    private readonly background: BackgroundResponses,
    private readonly memory: ByteBudget,
    @Inject(RELAY_OPTIONS) private readonly options: RelayOptions,
  ) {}

  /**
   * Calls `connect` only if there are events to stream. A page of events counts in the memory of this process until it is
   * written.
   */
  async send(watched: WatchedResponse, connect: () => ClientSide): Promise<void> {
    const hold = this.memory.open();
    try {
      const { owner, id, startingAfter } = watched;
      const first = await this.background.readEvents(owner, id, startingAfter, hold);
      if (first === undefined) throw notStreamable();
      if (this.streams >= MAX_STREAMS) throw tooManyStreams();
      await this.connectAndStream(watched, first, { connect, hold });
    } finally {
      hold.release();
    }
  }

  private async connectAndStream(
    watched: WatchedResponse,
    first: EventPage,
    { connect, hold }: { connect: () => ClientSide; hold: ByteHold },
  ): Promise<void> {
    this.streams += 1;
    try {
      const client = connect();
      const { signal } = client;
      await this.streamEvents(watched, first, { stream: client.openStream(EVENT_STREAM), signal, hold });
    } finally {
      this.streams -= 1;
    }
  }

  private async streamEvents(
    { owner, id, startingAfter }: WatchedResponse,
    first: EventPage,
    followed: FollowedStream,
  ): Promise<void> {
    const { stream, hold } = followed;
    let lastSequence = startingAfter;
    let lastSentAt = performance.now();
    try {
      for (
        let page = first;
        ;
        page = await this.readNext({ owner, id, startingAfter: lastSequence }, page, followed)
      ) {
        const isSilent = performance.now() - lastSentAt >= this.options.keepAliveMs;
        if (page.events.length > 0 || isSilent) {
          await stream.write(toBytes(page) ?? SSE_KEEP_ALIVE);
          lastSentAt = performance.now();
        }
        hold.give(page.heldBytes);
        lastSequence = page.events.at(-1)?.sequence ?? lastSequence;
        if (page.isLast) break;
      }
      stream.end();
    } catch (error) {
      // The response continues. The client can resume the stream.
      stream.abort('');
      throw error;
    }
  }

  /** If the response is deleted, its stream ends. */
  private async readNext(
    { owner, id, startingAfter }: WatchedResponse,
    previous: EventPage,
    { signal, hold }: FollowedStream,
  ): Promise<EventPage> {
    if (!previous.isFull) await sleep(POLL_EVERY_MS);
    signal.throwIfAborted();
    const page = await this.background.readEvents(owner, id, startingAfter, hold);
    return page ?? { events: [], heldBytes: 0, isFull: false, isLast: true };
  }
}

function toBytes({ events }: EventPage): Buffer | undefined {
  const [only] = events;
  return events.length > 1 ? Buffer.concat(events.map(({ bytes }) => bytes)) : only?.bytes;
}

function notStreamable(): GatewayError {
  return new GatewayError(
    'invalid-request',
    'Events are stored for background responses only, until one day after they finish. Retrieve this response without "stream".',
    { param: 'stream', code: 'response_not_streamable' },
  );
}

function tooManyStreams(): GatewayError {
  return new GatewayError(
    'rate-limited',
    'Too many response streams are open on this process. Retrieve the response without "stream".',
    {
      code: 'too_many_watchers',
      retryAfterSeconds: 5,
    },
  );
}
