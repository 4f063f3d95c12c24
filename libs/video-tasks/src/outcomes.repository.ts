import { type Booking, type LedgerRepository, type PaidUsageRepository } from '#metering';
import { type WebhookOutbox } from '#webhooks';
import { type DataSource, type EntityManager } from 'typeorm';
import { type EvidenceRepository } from './evidence.repository.js';
import { findSubmissions } from './submissions.repository.js';
import { type TaskFailure, type TaskPhase, type TaskResult, type VideoTask } from './task.js';
import { type TaskSeals } from './task-seals.js';
import { taskPayload } from './task-payload.js';
import { type Mover, type Transition, applyTransition } from './transitions.repository.js';
import { buildUsage } from './build-usage.js';

export interface FailOptions {
  from: TaskPhase | readonly TaskPhase[];
  /** An upstream that cannot be stopped has to be paid all the same, also where nobody knows what. */
  payment?: { costMicroUsd: number | undefined };
  /** Why an upstream may still be at work for it. */
  orphan?: { upstreamId?: string; reason: string };
  also?: Transition['effects'];
}

export interface OutcomeDependencies {
  ledger: LedgerRepository;
  usage: PaidUsageRepository;
  evidence: EvidenceRepository;
  webhooks: WebhookOutbox;
  seals: TaskSeals;
}

/** The ends of tasks: state, usage, money and word to whoever waits, all in one transaction. */
export class OutcomeRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly dependencies: OutcomeDependencies,
  ) {}

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
        cost_micro_usd: costColumn(costMicroUsd),
      },
      at: { finished_at: 0, lease_until: null },
      event: { kind: 'completed' },
      effects: async (manager, task) => {
        const { ledger, evidence } = this.dependencies;
        const { heldMicroUsd } = task;
        await this.noteUsage(manager, task);
        await ledger.settle(manager, toBooking(task), { heldMicroUsd, costMicroUsd: costMicroUsd ?? 0 });
        await evidence.watchUnclaimed(manager, task);
        await this.announce(manager, task);
      },
    });
  }

  async fail(mover: Mover, failure: TaskFailure, options: FailOptions): Promise<VideoTask | undefined> {
    const { from, payment = { costMicroUsd: 0 }, orphan, also } = options;
    const { costMicroUsd } = payment;
    return this.apply(mover, {
      from,
      set: {
        phase: 'failed',
        status: 'failed',
        error_code: failure.code,
        error_message: failure.message,
        cost_micro_usd: costColumn(costMicroUsd),
      },
      at: { finished_at: 0, lease_until: null },
      event: { kind: 'failed', detail: { code: failure.code } },
      effects: async (manager, task) => {
        const { ledger, evidence } = this.dependencies;
        const { heldMicroUsd } = task;
        await this.noteUsage(manager, task);
        if (costMicroUsd === undefined || costMicroUsd === 0)
          await ledger.release(manager, toBooking(task), heldMicroUsd);
        else await ledger.settle(manager, toBooking(task), { heldMicroUsd, costMicroUsd });
        if (orphan !== undefined) await evidence.watchOrphan(manager, task, orphan);
        await evidence.watchUnclaimed(manager, task);
        await this.announce(manager, task);
        await also?.(manager, task);
      },
    });
  }

  /** A change that is no end. */
  async apply(mover: Mover, transition: Transition): Promise<VideoTask | undefined> {
    return this.dataSource.transaction((manager) =>
      applyTransition(manager, mover, transition, this.dependencies.seals),
    );
  }

  /** The first change that a client would notice. */
  async begin(mover: Mover, transition: Transition): Promise<VideoTask | undefined> {
    return this.apply(mover, { ...transition, effects: (manager, task) => this.announce(manager, task) });
  }

  /** What no upstream was ever asked for has used nothing. */
  private async noteUsage(manager: EntityManager, task: VideoTask): Promise<void> {
    if (task.submitAttempt === 0) return;
    await this.dependencies.usage.note(manager, buildUsage(task, await findSubmissions(manager, task)));
  }

  private async announce(manager: EntityManager, task: VideoTask): Promise<void> {
    if (task.webhookUrl === undefined) return;
    await this.dependencies.webhooks.add(manager, {
      tokenId: task.tokenId,
      url: task.webhookUrl,
      event: `video.${task.status}`,
      subject: task.id,
      payload: taskPayload(task),
      traceparent: task.request.traceparent,
    });
  }
}

/** A cost that nobody knows is written down as that. */
function costColumn(costMicroUsd: number | undefined): string | null {
  return costMicroUsd === undefined ? null : String(costMicroUsd);
}

function toBooking({ id, tokenId, otherBudgetAccounts }: VideoTask): Booking {
  return { reference: id, tokenId, otherBudgetAccounts };
}
