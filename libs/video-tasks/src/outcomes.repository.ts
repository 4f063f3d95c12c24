import { type LedgerRepository } from '#metering';
import { type WebhookOutbox } from '#webhooks';
import { type DataSource, type EntityManager } from 'typeorm';
import { type EvidenceRepository } from './evidence.repository.js';
import { type TaskFailure, type TaskPhase, type TaskResult, type VideoTask } from './task.js';
import { taskPayload } from './task-payload.js';
import { type Mover, type Transition, applyTransition } from './transitions.repository.js';

export interface FailOptions {
  from: TaskPhase | readonly TaskPhase[];
  /** What is spent all the same: an upstream that cannot be stopped will have to be paid. */
  costMicroUsd?: number;
  /** Why an upstream may still be at work for it. */
  orphan?: { upstreamId?: string; reason: string };
}

/** The ends of tasks: state, money and word to whoever waits, all in one transaction. */
export class OutcomeRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerRepository,
    private readonly webhooks: WebhookOutbox,
    private readonly evidence: EvidenceRepository,
  ) {}

  /** A cost that nobody knows is written down as that. */
  async complete(
    mover: Mover,
    result: TaskResult,
    costMicroUsd: number | undefined,
  ): Promise<VideoTask | undefined> {
    return this.apply(mover, {
      from: 'finalizing',
      set: {
        phase: 'completed',
        status: 'completed',
        progress: 100,
        result,
        cost_micro_usd: costMicroUsd === undefined ? null : String(costMicroUsd),
      },
      at: { finished_at: 0, lease_until: null },
      event: { kind: 'completed' },
      effects: async (manager, task) => {
        const { heldMicroUsd } = task;
        await this.ledger.settle(manager, bookingOf(task), { heldMicroUsd, costMicroUsd: costMicroUsd ?? 0 });
        await this.evidence.watchUnclaimed(manager, task);
        await this.announce(manager, task);
      },
    });
  }

  async fail(mover: Mover, failure: TaskFailure, options: FailOptions): Promise<VideoTask | undefined> {
    const { from, costMicroUsd = 0, orphan } = options;
    return this.apply(mover, {
      from,
      set: {
        phase: 'failed',
        status: 'failed',
        error_code: failure.code,
        error_message: failure.message,
        cost_micro_usd: String(costMicroUsd),
      },
      at: { finished_at: 0, lease_until: null },
      event: { kind: 'failed', detail: { code: failure.code } },
      effects: async (manager, task) => {
        const { heldMicroUsd } = task;
        if (costMicroUsd > 0)
          await this.ledger.settle(manager, bookingOf(task), { heldMicroUsd, costMicroUsd });
        else await this.ledger.release(manager, bookingOf(task), heldMicroUsd);
        if (orphan !== undefined) await this.evidence.watchOrphan(manager, task, orphan);
        await this.evidence.watchUnclaimed(manager, task);
        await this.announce(manager, task);
      },
    });
  }

  /** A change that is no end. */
  async apply(mover: Mover, transition: Transition): Promise<VideoTask | undefined> {
    return this.dataSource.transaction((manager) => applyTransition(manager, mover, transition));
  }

  /** The first change that a client would notice. */
  async begin(mover: Mover, transition: Transition): Promise<VideoTask | undefined> {
    return this.apply(mover, { ...transition, effects: (manager, task) => this.announce(manager, task) });
  }

  private async announce(manager: EntityManager, task: VideoTask): Promise<void> {
    if (task.webhookUrl === undefined) return;
    await this.webhooks.add(manager, {
      tokenId: task.tokenId,
      url: task.webhookUrl,
      event: `video.${task.status}`,
      subject: task.id,
      payload: taskPayload(task),
    });
  }
}

function bookingOf({ id, tokenId }: VideoTask): { reference: string; tokenId: string } {
  return { reference: id, tokenId };
}
