import { setTimeout as sleep } from 'node:timers/promises';
import { type Token } from '#access';
import { GatewayError, type JsonObject } from '#canonical';
import { WakeQueues } from '#jobs';
import { type ByteHold } from '#limits';
import { LiveSettings, quotaSettings } from '#settings';
import { backgroundState } from '#wire';
import { Injectable } from '@nestjs/common';
import { type StoredResponse } from '../stored/stored-response.js';
import {
  BACKGROUND_RESPONSES_QUEUE,
  type BackgroundRequest,
  type BackgroundResponse,
  isFinishedStatus,
  toStoredResponse,
} from './background-response.js';
import { type EventPage, EventRepository } from './events.repository.js';
import { OutcomeRepository } from './outcomes.repository.js';
import { ResponseRepository } from './responses.repository.js';

const DEADLINE_MS = 60 * 60 * 1000;
/** How long whoever cancels a running response waits to hear that it has stopped. */
const CANCEL_TIMEOUT_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** The clients' side of responses that run while nobody waits. Once finished, they are found among the stored ones. */
@Injectable()
export class BackgroundResponses {
  constructor(
    private readonly responses: ResponseRepository,
    private readonly events: EventRepository,
    private readonly outcomes: OutcomeRepository,
    private readonly queues: WakeQueues,
    private readonly settings: LiveSettings,
  ) {}

  /** Takes a request on; gives back what is known of its response. */
  async accept(token: Token, request: BackgroundRequest): Promise<{ id: string; response: JsonObject }> {
    await this.requireRoom(token.owner);
    const id = backgroundState.getId(request);
    const said = backgroundState.acceptedEvents(request);
    await this.responses.insert(
      { id, owner: token.owner, tokenId: token.id, request },
      { said, deadlineMs: DEADLINE_MS },
    );
    this.queues.wake(BACKGROUND_RESPONSES_QUEUE, id);
    return { id, response: backgroundState.describe(request, 'queued') };
  }

  /** An owner has no more of them unfinished than may be stored of the finished ones. */
  private async requireRoom(owner: string): Promise<void> {
    const limit = quotaSettings(this.settings.current).responses;
    const { items, bytes } = await this.responses.measureUnfinished(owner);
    if (items < limit.items && bytes < limit.bytes) return;
    throw new GatewayError(
      'storage-quota-reached',
      `This owner has ${items} unfinished responses in the background, and no room for more (quotas.stored_responses). Wait for some of them, or cancel them.`,
      { param: 'background' },
    );
  }

  /** Undefined where there is none, or it is finished. */
  async findRunning(owner: string, id: string, hold: ByteHold): Promise<StoredResponse | undefined> {
    const found = await this.responses.findRunning(owner, id, hold);
    return found === undefined ? undefined : asRunning(found);
  }

  isRunning(owner: string, id: string): Promise<boolean> {
    return this.responses.isRunning(owner, id);
  }

  /** Undefined where its events are not kept, any more or at all. */
  readEvents(owner: string, id: string, startingAfter: number): Promise<EventPage | undefined> {
    return this.events.readAfter(owner, id, startingAfter);
  }

  /** One that is running still where it does not stop in time; undefined where it is finished, one way or another. */
  async cancel(owner: string, id: string, hold: ByteHold): Promise<StoredResponse | undefined> {
    const { responses } = this;
    const found = await responses.findRunning(owner, id, hold);
    if (found === undefined) return undefined;
    if (found.status === 'queued' && (await this.cancelQueued(found))) return undefined;
    await responses.requestCancel(owner, id);
    this.queues.wake(BACKGROUND_RESPONSES_QUEUE, id);
    const giveUpAt = performance.now() + CANCEL_TIMEOUT_MS;
    while (performance.now() < giveUpAt && (await responses.isRunning(owner, id))) await sleep(LOOK_EVERY_MS);
    return this.findRunning(owner, id, hold);
  }

  /** The events of a finished one. */
  async forget(owner: string, id: string): Promise<void> {
    await this.responses.deleteFinished(owner, id);
  }

  private cancelQueued(queued: BackgroundResponse): Promise<boolean> {
    const response = backgroundState.describe(queued.request, 'cancelled');
    return this.outcomes.finish(queued, { from: ['queued'] }, { status: 'cancelled', response, events: [] });
  }
}

async function asRunning({ id, status, request }: BackgroundResponse): Promise<StoredResponse | undefined> {
  if (isFinishedStatus(status)) return undefined;
  return toStoredResponse({ id, request }, backgroundState.describe(request, status));
}
