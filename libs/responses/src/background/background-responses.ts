import { setTimeout as sleep } from 'node:timers/promises';
import { type Token } from '#access';
import { type JsonObject } from '#canonical';
import { type StoredResponse } from '../stored/stored-response.js';
import { backgroundState } from '#wire';
import { type BackgroundRequest, type BackgroundResponse, isFinishedStatus } from './background-response.js';
import { type EventPage, type EventRepository } from './events.repository.js';
import { type OutcomeRepository } from './outcomes.repository.js';
import { type ResponseRepository } from './responses.repository.js';
import { storedForm } from './stored-form.js';

const DEADLINE_MS = 60 * 60 * 1000;
/** How long whoever cancels a running response waits to hear that it has stopped. */
const CANCEL_PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 50;

export interface BackgroundResponsesParts {
  responses: ResponseRepository;
  events: EventRepository;
  outcomes: OutcomeRepository;
  /** Tells a worker that there is something to do. */
  wake: (id: string) => void;
}

/** The clients' side of responses that run while nobody waits. Once finished, they are found among the stored ones. */
export class BackgroundResponses {
  constructor(private readonly parts: BackgroundResponsesParts) {}

  /** Takes a request on; gives back what is known of its response. */
  async accept(token: Token, request: BackgroundRequest): Promise<{ id: string; response: JsonObject }> {
    const id = backgroundState.idOf(request);
    const said = backgroundState.acceptedEvents(request);
    await this.parts.responses.insert(
      { id, owner: token.owner, tokenId: token.id, request },
      { said, deadlineMs: DEADLINE_MS },
    );
    this.parts.wake(id);
    return { id, response: backgroundState.describe(request, 'queued') };
  }

  /** Undefined where there is none, or it is finished. */
  async findRunning(owner: string, id: string): Promise<StoredResponse | undefined> {
    const found = await this.parts.responses.find(owner, id);
    return found === undefined ? undefined : asRunning(found);
  }

  /** Undefined where its events are not kept, any more or at all. */
  readEvents(owner: string, id: string, startingAfter: number): Promise<EventPage | undefined> {
    return this.parts.events.readAfter(owner, id, startingAfter);
  }

  /** One that is running still where it does not stop in time; undefined where it is finished, one way or another. */
  async cancel(owner: string, id: string): Promise<StoredResponse | undefined> {
    const { responses } = this.parts;
    const found = await responses.find(owner, id);
    if (found === undefined || isFinishedStatus(found.status)) return undefined;
    if (found.status === 'queued' && (await this.cancelQueued(found))) return undefined;
    await responses.requestCancel(owner, id);
    this.parts.wake(id);
    const giveUpAt = performance.now() + CANCEL_PATIENCE_MS;
    while (performance.now() < giveUpAt && (await responses.isRunning(owner, id))) await sleep(LOOK_EVERY_MS);
    return this.findRunning(owner, id);
  }

  /** The events of a finished one. */
  async forget(owner: string, id: string): Promise<void> {
    await this.parts.responses.deleteFinished(owner, id);
  }

  private cancelQueued(queued: BackgroundResponse): Promise<boolean> {
    const response = backgroundState.describe(queued.request, 'cancelled');
    return this.parts.outcomes.finish(
      queued,
      { from: ['queued'] },
      { status: 'cancelled', response, events: [] },
    );
  }
}

function asRunning({ id, status, request }: BackgroundResponse): StoredResponse | undefined {
  if (isFinishedStatus(status)) return undefined;
  return storedForm({ id, request }, backgroundState.describe(request, status));
}
