import { type LedgerRepository, otherPurses, withLeasesCalledIn } from '#metering';
import { type DataSource, type EntityManager } from 'typeorm';
import { type IdempotencyRepository, type RequestKey } from './idempotency.repository.js';
import { type VideoTask } from './task.js';
import { type NewTask, type TaskRepository } from './tasks.repository.js';
import { recordEvent } from './transitions.repository.js';

const KEY_KEPT_MS = 24 * 60 * 60 * 1000;
/** Longer than any client library goes on trying. */
const TRY_KEPT_MS = 15 * 60 * 1000;

class KeyTaken extends Error {}

/** By what a request is known again. */
export interface RequestKeys {
  /** The client's own word: there is one task for it. */
  byKey?: RequestKey;
  /** Its content, where a library counts its tries: the next try finds the newest task. */
  byTry?: RequestKey;
}

/** What else happens in the transaction that changes a task. What it throws undoes the change. */
export type AlsoThen = (manager: EntityManager, task: VideoTask) => Promise<void>;

/** Takes a task on: the promise to do it once, the money for it and the task itself, all or nothing. */
export class AcceptRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tasks: TaskRepository,
    private readonly ledger: LedgerRepository,
    private readonly idempotency: IdempotencyRepository,
  ) {}

  /** Undefined where the client's key is taken: then nothing has happened. */
  async accept(
    task: NewTask,
    { byKey, byTry }: RequestKeys,
    also?: AlsoThen,
  ): Promise<VideoTask | undefined> {
    const { idempotency } = this;
    try {
      return await withLeasesCalledIn(this.dataSource, task.purses ?? [], async (manager) => {
        if (byKey !== undefined && !(await idempotency.remember(manager, byKey, task.id, KEY_KEPT_MS))) {
          throw new KeyTaken();
        }
        if (byTry !== undefined) await idempotency.replace(manager, byTry, task.id, TRY_KEPT_MS);
        await this.hold(manager, task);
        const accepted = await this.tasks.insert(manager, task);
        await recordEvent(manager, accepted, { kind: 'accepted' });
        await also?.(manager, accepted);
        return accepted;
      });
    } catch (error) {
      if (error instanceof KeyTaken) return undefined;
      throw error;
    }
  }

  private async hold(manager: EntityManager, task: NewTask): Promise<void> {
    const { id: reference, tokenId, purses = [], heldMicroUsd } = task;
    if (heldMicroUsd === 0) return;
    await this.ledger.limit(manager, purses);
    await this.ledger.hold(
      manager,
      { reference, tokenId, otherPurses: otherPurses(tokenId, purses) },
      heldMicroUsd,
    );
  }
}
