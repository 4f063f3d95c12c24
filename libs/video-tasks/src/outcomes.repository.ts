import { type JsonObject } from '#canonical';
import { Database } from '#database';
import { type Booking, LedgerRepository, PaidUsageRepository } from '#metering';
import { WebhookOutbox } from '#webhooks';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Evidence, EvidenceRepository } from './evidence.repository.js';
import { findSubmissions } from './submissions.js';
import { type TaskFailure, type TaskPhase, type TaskResult, type VideoTask } from './task.js';
import { TaskSeals } from './task-seals.js';
import { buildTaskPayload } from './task-payload.js';
import { type TaskGuard, type Transition, TransitionRepository } from './transitions.repository.js';
import { buildUsage } from './build-usage.js';

export interface FailOptions {
  from: TaskPhase | readonly TaskPhase[];
  /** The cost of a job that the upstream cannot cancel; undefined if it is unknown. */
  payment?: { costMicroUsd: number | undefined };
  /** Set if the upstream may still be creating the video. */
  orphan?: { upstreamId?: string; reason: string };
  effects?: Transition['effects'];
}

/** Ends tasks: state, usage, ledger bookings and webhooks in one transaction. */
@Injectable()
export class OutcomeRepository extends TransitionRepository {
  private readonly usage = new PaidUsageRepository();
  private readonly webhooks = new WebhookOutbox();

  constructor(
    dataSource: Database,
    seals: TaskSeals,
    private readonly ledger: LedgerRepository,
    private readonly evidence: EvidenceRepository,
  ) {
    super(dataSource, seals);
  }

  async complete(
    guard: TaskGuard,
    result: TaskResult,
    costMicroUsd: number | undefined,
  ): Promise<VideoTask | undefined> {
    return this.apply(guard, {
      from: 'finalizing',
      set: {
        phase: 'completed',
        status: 'completed',
        progress: 100,
        result,
        cost_micro_usd: toCostColumn(costMicroUsd),
      },
      at: { finished_at: 0, lease_until: null },
      event: { kind: 'completed' },
      effects: async (manager, task) => {
        await this.closeBill(manager, task, { costMicroUsd });
        await this.evidence.watchUnclaimed(manager, task);
        await this.notifyClient(manager, task);
      },
    });
  }

  async fail(guard: TaskGuard, failure: TaskFailure, options: FailOptions): Promise<VideoTask | undefined> {
    const { from, payment = { costMicroUsd: 0 }, orphan, effects } = options;
    const { costMicroUsd } = payment;
    return this.apply(guard, {
      from,
      set: {
        phase: 'failed',
        status: 'failed',
        error_code: failure.code,
        error_message: failure.message,
        cost_micro_usd: toCostColumn(costMicroUsd),
      },
      at: { finished_at: 0, lease_until: null },
      event: { kind: 'failed', detail: describeFailure(failure) },
      effects: async (manager, task) => {
        await this.closeBill(manager, task, { costMicroUsd, failure });
        if (orphan !== undefined) await this.evidence.watchOrphan(manager, task, orphan);
        await this.evidence.watchUnclaimed(manager, task);
        await this.notifyClient(manager, task);
        await effects?.(manager, task);
      },
    });
  }

  /** Applies the first transition that is visible to clients, and notifies the client. */
  async startProgress(guard: TaskGuard, transition: Transition): Promise<VideoTask | undefined> {
    return this.apply(guard, { ...transition, effects: (manager, task) => this.notifyClient(manager, task) });
  }

  /**
   * Sets the video of a task, even without its lease. Undefined if the task is in another phase or uses another
   * account, or if the video belongs to another task.
   */
  async adopt(
    { taskId, account, upstreamId, memo }: Evidence,
    firstPollMs: number,
  ): Promise<VideoTask | undefined> {
    const sealedMemo = this.seals.sealMemo(taskId, memo);
    const adopted = this.apply(
      { id: taskId, account },
      {
        from: ['submitting', 'submit-unknown'],
        set: { phase: 'polling', upstream_id: upstreamId, sealed_memo: sealedMemo, misses: 0 },
        at: { next_run_at: firstPollMs, lease_until: null, missing_since: null },
        event: { kind: 'submitted', detail: { upstreamId } },
      },
    );
    return adopted.catch(ignoreTaken);
  }

  /** Stores the usage of an ended task, and books the amount that was held for it. */
  private async closeBill(
    manager: EntityManager,
    task: VideoTask,
    { costMicroUsd = 0, failure }: { costMicroUsd: number | undefined; failure?: TaskFailure },
  ): Promise<void> {
    const { heldMicroUsd } = task;
    await this.storeUsage(manager, task, failure);
    const booking = toBooking(task);
    if (failure !== undefined && costMicroUsd === 0)
      await this.ledger.release(manager, booking, heldMicroUsd);
    else await this.ledger.settle(manager, booking, { heldMicroUsd, costMicroUsd });
  }

  /** A task that was never submitted has no usage. */
  private async storeUsage(manager: EntityManager, task: VideoTask, failure?: TaskFailure): Promise<void> {
    if (task.submitAttempt === 0) return;
    const submissions = await findSubmissions(manager, task);
    await this.usage.store(manager, buildUsage(task, submissions, failure));
  }

  private async notifyClient(manager: EntityManager, task: VideoTask): Promise<void> {
    if (task.webhookUrl === undefined) return;
    await this.webhooks.add(manager, {
      tokenId: task.tokenId,
      url: task.webhookUrl,
      event: `video.${task.status}`,
      subject: task.id,
      payload: buildTaskPayload(task),
      traceparent: task.request.traceparent,
    });
  }
}

/** A video belongs to one task. The first task keeps it. */
function ignoreTaken(error: unknown): undefined {
  const { constraint } = (error as { driverError?: { constraint?: unknown } }).driverError ?? {};
  if (constraint !== 'video_tasks_upstream') throw error;
}

/** The detail of the event of a failure. */
export function describeFailure({ code, outcome, status, error }: TaskFailure): JsonObject {
  return {
    code,
    ...(outcome === undefined ? {} : { outcome }),
    ...(status === undefined ? {} : { status }),
    ...(error === undefined ? {} : { error: { ...error } }),
  };
}

/** NULL means that the cost is unknown. */
function toCostColumn(costMicroUsd: number | undefined): string | null {
  return costMicroUsd === undefined ? null : String(costMicroUsd);
}

function toBooking({ id, tokenId, otherBudgetAccounts }: VideoTask): Booking {
  return { reference: id, tokenId, otherBudgetAccounts };
}
