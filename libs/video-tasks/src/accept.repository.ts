import { Database } from '#database';
import { type IdempotentRequest, ResourceKeys } from '#idempotency';
import { LedgerRepository, otherBudgetAccounts, withLeaseRecall } from '#metering';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type VideoTask } from './task.js';
import { type NewTask, TaskRepository } from './tasks.repository.js';
import { recordEvent } from './transitions.repository.js';

/** Longer than any client library retries. */
const RETRY_KEY_RETENTION_MS = 15 * 60 * 1000;

class KeyTakenError extends Error {}

/** Identifies repeated requests. */
export interface RequestKeys {
  /** The client's idempotency key, which has one task. */
  byKey?: IdempotentRequest;
  /** The content, if the client library sends a retry count: a retry then finds the newest task. */
  byContent?: IdempotentRequest;
}

/** Runs in the transaction that changes a task. An error rolls the change back. */
export type TransactionEffect = (manager: EntityManager, task: VideoTask) => Promise<void>;

/** Accepts a task: its idempotency keys, the hold of its price and the task itself, in one transaction. */
@Injectable()
export class AcceptRepository {
  constructor(
    private readonly dataSource: Database,
    private readonly tasks: TaskRepository,
    private readonly ledger: LedgerRepository,
    private readonly keys: ResourceKeys,
  ) {}

  /** Undefined if the client's key is already used. Then nothing is stored. */
  async accept(
    task: NewTask,
    { byKey, byContent }: RequestKeys,
    effects?: TransactionEffect,
  ): Promise<VideoTask | undefined> {
    const { keys } = this;
    try {
      return await withLeaseRecall(this.dataSource, task.budgetAccounts, async (manager) => {
        if (byKey !== undefined && !(await keys.claim(manager, byKey, task.id))) throw new KeyTakenError();
        if (byContent !== undefined) {
          await keys.replace(manager, byContent, { resourceId: task.id, keepMs: RETRY_KEY_RETENTION_MS });
        }
        await this.hold(manager, task);
        const accepted = await this.tasks.insert(manager, task);
        await recordEvent(manager, accepted, { kind: 'accepted' });
        await effects?.(manager, accepted);
        return accepted;
      });
    } catch (error) {
      if (error instanceof KeyTakenError) return undefined;
      throw error;
    }
  }

  /**
   * The task that this request has created before. Throws if the key was used with another body, or if the task was
   * deleted.
   */
  async findAccepted(owner: string, key: IdempotentRequest): Promise<VideoTask | undefined> {
    const taskId = await this.keys.find(key);
    return taskId === undefined ? undefined : this.tasks.require(owner, taskId);
  }

  private async hold(manager: EntityManager, task: NewTask): Promise<void> {
    const { id: reference, tokenId, budgetAccounts, heldMicroUsd } = task;
    // A free task still counts in budgets that count requests.
    if (heldMicroUsd === 0 && !budgetAccounts.some(({ unit }) => unit === 'requests')) return;
    await this.ledger.limit(manager, budgetAccounts);
    await this.ledger.hold(
      manager,
      { reference, tokenId, otherBudgetAccounts: otherBudgetAccounts(tokenId, budgetAccounts) },
      heldMicroUsd,
    );
  }
}
