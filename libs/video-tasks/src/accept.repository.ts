import { type LedgerRepository } from '#metering';
import { type DataSource } from 'typeorm';
import { type IdempotencyRepository, type RequestKey } from './idempotency.repository.js';
import { type VideoTask } from './task.js';
import { type NewTask, type TaskRepository } from './tasks.repository.js';
import { recordEvent } from './transitions.repository.js';

const KEY_KEPT_MS = 24 * 60 * 60 * 1000;

class KeyTaken extends Error {}

/** Takes a task on: the promise to do it once, the money for it and the task itself, all or nothing. */
export class AcceptRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tasks: TaskRepository,
    private readonly ledger: LedgerRepository,
    private readonly idempotency: IdempotencyRepository,
  ) {}

  /** Undefined where one of the keys is taken: then nothing has happened. */
  async accept(task: NewTask, keys: readonly RequestKey[]): Promise<VideoTask | undefined> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        for (const key of keys) {
          if (!(await this.idempotency.remember(manager, key, task.id, KEY_KEPT_MS))) throw new KeyTaken();
        }
        await this.ledger.hold(manager, { reference: task.id, tokenId: task.tokenId }, task.heldMicroUsd);
        const accepted = await this.tasks.insert(manager, task);
        await recordEvent(manager, accepted, { kind: 'accepted' });
        return accepted;
      });
    } catch (error) {
      if (error instanceof KeyTaken) return undefined;
      throw error;
    }
  }
}
