import { type IdempotentRequest, type ResourceKeys } from '#idempotency';
import { type LedgerRepository, otherBudgetAccounts, withLeasesCalledIn } from '#metering';
import { type DataSource, type EntityManager } from 'typeorm';
import { type VideoTask } from './task.js';
import { type NewTask, type TaskRepository } from './tasks.repository.js';
import { recordEvent } from './transitions.repository.js';

/** Longer than any client library goes on trying. */
const RETRY_KEPT_MS = 15 * 60 * 1000;

class KeyTaken extends Error {}

/** By what a repeated request is recognised. */
export interface RequestKeys {
  /** The client's own key: there is one task for it. */
  byKey?: IdempotentRequest;
  /** Its content, where a client library counts its retries: the next retry finds the newest task. */
  byContent?: IdempotentRequest;
}

/** What else happens in the transaction that changes a task. What it throws undoes the change. */
export type AlsoThen = (manager: EntityManager, task: VideoTask) => Promise<void>;

/** Takes a task on: the promise to do it once, the money for it and the task itself, all or nothing. */
export class AcceptRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tasks: TaskRepository,
    private readonly ledger: LedgerRepository,
    private readonly keys: ResourceKeys,
  ) {}

  /** Undefined where the client's key is taken: then nothing has happened. */
  async accept(
    task: NewTask,
    { byKey, byContent }: RequestKeys,
    also?: AlsoThen,
  ): Promise<VideoTask | undefined> {
    const { keys } = this;
    try {
      return await withLeasesCalledIn(this.dataSource, task.budgetAccounts ?? [], async (manager) => {
        if (byKey !== undefined && !(await keys.claim(manager, byKey, task.id))) throw new KeyTaken();
        if (byContent !== undefined) {
          await keys.replace(manager, byContent, { resourceId: task.id, keepMs: RETRY_KEPT_MS });
        }
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
    const { id: reference, tokenId, budgetAccounts = [], heldMicroUsd } = task;
    if (heldMicroUsd === 0) return;
    await this.ledger.limit(manager, budgetAccounts);
    await this.ledger.hold(
      manager,
      { reference, tokenId, otherBudgetAccounts: otherBudgetAccounts(tokenId, budgetAccounts) },
      heldMicroUsd,
    );
  }
}
