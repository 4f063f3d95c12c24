import { setTimeout as sleep } from 'node:timers/promises';
import { type Token } from '#access';
import { GatewayError, type JsonObject } from '#canonical';
import { WakeQueues } from '#jobs';
import { type ByteHold } from '#limits';
import { LiveSettings, quotaSettings } from '#settings';
import { backgroundState, responseState } from '#wire';
import { Injectable } from '@nestjs/common';
import {
  BACKGROUND_RESPONSES_QUEUE,
  type BackgroundRequest,
  type BackgroundStatus,
} from './background-response.js';
import { type EventPage, EventRepository } from './events.repository.js';
import { OutcomeRepository } from './outcomes.repository.js';
import { ResponseRepository } from './responses.repository.js';

const DEADLINE_MS = 60 * 60 * 1000;
/** How long a cancellation waits for the run to stop. */
const CANCEL_TIMEOUT_MS = 5_000;
const POLL_EVERY_MS = 50;

/** What clients can do with background responses. Finished ones are stored responses. */
@Injectable()
export class BackgroundResponses {
  constructor(
    private readonly responses: ResponseRepository,
    private readonly events: EventRepository,
    private readonly outcomes: OutcomeRepository,
    private readonly queues: WakeQueues,
    private readonly settings: LiveSettings,
  ) {}

  /** Accepts a request and returns the response in its initial state. */
  async accept(token: Token, request: BackgroundRequest): Promise<{ id: string; response: JsonObject }> {
    await this.requireQuota(token.owner);
    const id = backgroundState.getId(request);
    const events = backgroundState.acceptedEvents(request);
    await this.responses.insert(
      { id, owner: token.owner, tokenId: token.id, request },
      { events, deadlineMs: DEADLINE_MS },
    );
    this.queues.wake(BACKGROUND_RESPONSES_QUEUE, id);
    return { id, response: backgroundState.describe(request, 'queued') };
  }

  /** The quota for stored responses also limits the unfinished ones of an owner. */
  private async requireQuota(owner: string): Promise<void> {
    const limit = quotaSettings(this.settings.current).responses;
    const { items, bytes } = await this.responses.measureUnfinished(owner);
    if (items < limit.items && bytes < limit.bytes) return;
    throw new GatewayError(
      'storage-quota-reached',
      `This owner has ${items} unfinished background ${items === 1 ? 'response' : 'responses'}, which is the limit (quotas.stored_responses). Wait until some of them finish, or cancel them.`,
      { param: 'background' },
    );
  }

  /** Undefined if there is none or it is finished. */
  findRunning(owner: string, id: string, hold: ByteHold): Promise<JsonObject | undefined> {
    return this.responses.describeRunning(owner, id, hold);
  }

  /** The input items of the request of a running response, without the conversation that it continues. */
  async findRunningInput(owner: string, id: string, hold: ByteHold): Promise<JsonObject[] | undefined> {
    const request = await this.responses.findRequest(owner, id, hold);
    return request && responseState.buildItems(request.asked['input'], request.requestId);
  }

  /** Undefined if there is none or it was finished more than a day ago. */
  findStatus(owner: string, id: string): Promise<BackgroundStatus | undefined> {
    return this.responses.findStatus(owner, id);
  }

  isRunning(owner: string, id: string): Promise<boolean> {
    return this.responses.isRunning(owner, id);
  }

  /** Undefined if its events are not or no longer stored. */
  readEvents(
    owner: string,
    id: string,
    startingAfter: number,
    hold: ByteHold,
  ): Promise<EventPage | undefined> {
    return this.events.readAfter(owner, id, startingAfter, hold);
  }

  /** Only records the request: a worker stops the run, or finishes a queued response. */
  async requestCancel(owner: string, id: string): Promise<void> {
    if (await this.responses.requestCancel(owner, id)) this.queues.wake(BACKGROUND_RESPONSES_QUEUE, id);
  }

  /**
   * Waits for the end of a response whose cancellation was requested. Returns the response if it does not stop in time,
   * undefined if it is finished.
   */
  async awaitCancelled(owner: string, id: string, hold: ByteHold): Promise<JsonObject | undefined> {
    if (await this.cancelQueued(owner, id, hold)) return undefined;
    const giveUpAt = performance.now() + CANCEL_TIMEOUT_MS;
    while (await this.responses.isRunning(owner, id)) {
      if (performance.now() > giveUpAt) return this.findRunning(owner, id, hold);
      await sleep(POLL_EVERY_MS);
    }
    return undefined;
  }

  /** Deletes the request and the events of a finished response. */
  async deleteFinished(owner: string, id: string): Promise<void> {
    await this.responses.deleteFinished(owner, id);
  }

  /** Ends a queued response without a worker. */
  private async cancelQueued(owner: string, id: string, hold: ByteHold): Promise<boolean> {
    if ((await this.responses.findStatus(owner, id)) !== 'queued') return false;
    const request = await this.responses.findRequest(owner, id, hold);
    if (request === undefined) return false;
    const response = backgroundState.describe(request, 'cancelled');
    const outcome = { status: 'cancelled', response, events: [] } as const;
    return this.outcomes.finish({ id, owner, request }, { from: ['queued'] }, outcome);
  }
}
