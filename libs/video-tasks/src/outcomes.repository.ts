import { type JsonObject } from '#canonical';
import { type Booking, type LedgerRepository, type PaidUsageRepository } from '#metering';
import { type WebhookOutbox } from '#webhooks';
import { type DataSource, type EntityManager } from 'typeorm';
import { type EvidenceRepository } from './evidence.repository.js';
import { findSubmissions } from './submissions.js';
import { type TaskFailure, type TaskPhase, type TaskResult, type VideoTask } from './task.js';
import { type TaskSeals } from './task-seals.js';
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

export interface OutcomeDependencies {
  ledger: LedgerRepository;
  usage: PaidUsageRepository;
  evidence: EvidenceRepository;
  webhooks: WebhookOutbox;
  seals: TaskSeals;
}

/** Ends tasks: state, usage, ledger bookings and webhooks in one transaction. */
export class OutcomeRepository extends TransitionRepository {
  constructor(
    dataSource: DataSource,
    private readonly dependencies: OutcomeDependencies,
  ) {
    super(dataSource, dependencies.seals);
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
        const { ledger, evidence } = this.dependencies;
        const { heldMicroUsd } = task;
        await this.storeUsage(manager, task);
        await ledger.settle(manager, toBooking(task), { heldMicroUsd, costMicroUsd: costMicroUsd ?? 0 });
        await evidence.watchUnclaimed(manager, task);
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
        const { ledger, evidence } = this.dependencies;
        const { heldMicroUsd } = task;
        await this.storeUsage(manager, task, failure);
        if (costMicroUsd === undefined || costMicroUsd === 0)
          await ledger.release(manager, toBooking(task), heldMicroUsd);
        else await ledger.settle(manager, toBooking(task), { heldMicroUsd, costMicroUsd });
        if (orphan !== undefined) await evidence.watchOrphan(manager, task, orphan);
        await evidence.watchUnclaimed(manager, task);
        await this.notifyClient(manager, task);
        await effects?.(manager, task);
      },
    });
  }

  /** Applies the first transition that is visible to clients, and notifies the client. */
  async startProgress(guard: TaskGuard, transition: Transition): Promise<VideoTask | undefined> {
    return this.apply(guard, { ...transition, effects: (manager, task) => this.notifyClient(manager, task) });
  }

  /** A task that was never submitted has no usage. */
  private async storeUsage(manager: EntityManager, task: VideoTask, failure?: TaskFailure): Promise<void> {
    if (task.submitAttempt === 0) return;
    const submissions = await findSubmissions(manager, task);
    await this.dependencies.usage.store(manager, buildUsage(task, submissions, failure));
  }

  private async notifyClient(manager: EntityManager, task: VideoTask): Promise<void> {
    if (task.webhookUrl === undefined) return;
    await this.dependencies.webhooks.add(manager, {
      tokenId: task.tokenId,
      url: task.webhookUrl,
      event: `video.${task.status}`,
      subject: task.id,
      payload: buildTaskPayload(task),
      traceparent: task.request.traceparent,
    });
  }
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
