import { CONFIG, type Config } from '#config';
import { toStoredError } from '#metering';
import { type VideoReport } from '#providers';
import { LOGGER, type Logger } from '#telemetry';
import { type CallOutcome } from '#upstream';
import { decodeUpstreamError } from '#wire';
import { Inject, Injectable } from '@nestjs/common';
import { OutcomeRepository } from '../outcomes.repository.js';
import { type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';
import { FinalizeStep } from './finalize-step.js';
import { getCost } from './get-cost.js';
import { type StatusResult, isMissing, toStarted } from './load-status.js';
import { getNextPollMs, getPollAfterFaultMs } from './poll-schedule.js';
import { type TaskAccount } from './task-accounts.js';
import { WorkOptions } from './work-options.js';

const CALL_MS = 15_000;
const MISSES_BEFORE_LOST = 3;

const FAILURE_CODES: Record<NonNullable<VideoReport['failure']>['kind'], number> = {
  rejected: 400,
  policy: 403,
  capacity: 429,
  quota: 502,
  cancelled: 499,
  failed: 502,
};

/** Continues tasks after a poll. Only an explicit failure, a cancellation or the deadline ends a task. */
@Injectable()
export class PollConclusion {
  constructor(
    private readonly transitions: OutcomeRepository,
    private readonly finalizeStep: FinalizeStep,
    private readonly options: WorkOptions,
    @Inject(CONFIG) private readonly config: Pick<Config, 'storesUpstreamErrors'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async conclude(task: VideoTask, result: StatusResult, reached: TaskAccount): Promise<void> {
    const { outcome, report } = result;
    await this.options.reachFailpoint('in-poll');
    if (report?.state === 'completed') return this.startFinalizing(task, report);
    if (report?.state === 'failed') return this.failTask(task, report, reached);
    if (mustEnd(task)) return this.endTask(task, result, reached);
    if (isMissing(result)) return this.recordMiss(task);
    if (report === undefined) return this.retryLater(task, outcome);
    await this.recordProgress(task, report);
  }

  private async startFinalizing(task: VideoTask, report: VideoReport): Promise<void> {
    await this.options.reachFailpoint('after-upstream-success-before-finalize');
    const finalizing = await this.transitions.apply(task, {
      from: 'polling',
      set: { phase: 'finalizing', status: 'in_progress', misses: 0 },
      at: {
        lease_until: this.options.settings.stepLeaseMs,
        ...(task.startedAt === undefined ? { started_at: 0 } : {}),
      },
      event: { kind: 'finalizing' },
    });
    if (finalizing !== undefined) await this.finalizeStep.run(finalizing, report);
  }

  private async failTask(task: VideoTask, { failure }: VideoReport, { secrets }: TaskAccount): Promise<void> {
    const kind = failure?.kind ?? 'failed';
    const message = removeSecrets(failure?.message ?? '', secrets);
    const report = failure?.message === undefined ? undefined : { message };
    const error = toStoredError(report, this.config.storesUpstreamErrors);
    await this.transitions.fail(task, { code: FAILURE_CODES[kind], message, error }, { from: 'polling' });
  }

  /** A new video can be missing at some servers of a provider for a while. It is lost only if it stays missing. */
  private async recordMiss(task: VideoTask): Promise<void> {
    const { lostMs } = this.options.settings;
    const since = task.missingSince?.getTime() ?? task.readAt.getTime();
    const isLongMissing = task.readAt.getTime() - since >= lostMs;
    if (task.misses + 1 >= MISSES_BEFORE_LOST && isLongMissing) {
      return void (await this.transitions.fail(task, FAILURES.lost, { from: 'polling' }));
    }
    await this.transitions.touch(task, {
      set: { misses: task.misses + 1 },
      at: {
        next_run_at: Math.max(lostMs / MISSES_BEFORE_LOST, 100),
        lease_until: null,
        ...(task.missingSince === undefined ? { missing_since: 0 } : {}),
      },
    });
  }

  /** Ends a cancelled or overdue task. It has just been polled, so its video is not finished. */
  private async endTask(task: VideoTask, result: StatusResult, reached: TaskAccount): Promise<void> {
    const isOverdue = task.readAt >= task.deadlineAt;
    const isStopped = isMissing(result) || (await stopUpstream(task, reached));
    const hasBegun = task.status === 'in_progress' || result.report?.state === 'in_progress';
    await this.transitions.fail(task, isOverdue ? FAILURES.deadline : FAILURES.cancelled, {
      from: 'polling',
      // A cancelled job that the upstream cannot stop is charged. An overdue one is not: the client did not cause it.
      ...(!isOverdue && hasBegun && !isStopped ? { payment: { costMicroUsd: getCost(task, {}) } } : {}),
      ...(isStopped
        ? {}
        : { orphan: { upstreamId: task.upstreamId, reason: isOverdue ? 'out of time' : 'cancelled' } }),
    });
  }

  private async retryLater(task: VideoTask, outcome: CallOutcome): Promise<void> {
    const detail = outcome.kind === 'answer' ? { status: outcome.status } : { reason: outcome.reason };
    this.logger.warn(
      { taskId: task.id, channel: task.channelName, ...detail },
      'the status of a video could not be loaded',
    );
    const advice = outcome.kind === 'answer' ? outcome.retryAfter : undefined;
    const nextMs = getPollAfterFaultMs(task.misses, this.options.settings.pollTimes, { advice });
    await this.transitions.touch(task, {
      set: { misses: task.misses + 1 },
      at: { next_run_at: nextMs, lease_until: null },
    });
  }

  private async recordProgress(task: VideoTask, report: VideoReport): Promise<void> {
    const { transitions } = this;
    if (report.state === 'unknown' && task.misses === 0) {
      this.logger.warn(
        { taskId: task.id, word: report.word },
        'the provider returned an unknown video status',
      );
    }
    const elapsedMs = task.readAt.getTime() - (task.submittedAt ?? task.createdAt).getTime();
    const at = {
      next_run_at: getNextPollMs(elapsedMs, this.options.settings.pollTimes),
      lease_until: null,
      missing_since: null,
    };
    const progress = Math.max(task.progress, Math.min(Math.round(report.progress ?? 0), 99));
    const hasBegun = task.status === 'queued' && report.state === 'in_progress';
    const misses = report.state === 'unknown' ? 1 : 0;
    if (hasBegun) {
      await transitions.startProgress(task, {
        from: 'polling',
        set: { status: 'in_progress', progress, misses },
        at: { ...at, started_at: 0 },
        event: { kind: 'in-progress' },
      });
    } else if (progress > task.progress) {
      await transitions.apply(task, {
        from: 'polling',
        set: { progress, misses },
        at,
        event: { kind: 'progress', detail: { progress } },
      });
    } else {
      await transitions.touch(task, { set: { misses }, at });
    }
  }
}

/** The upstream's message without secrets of the gateway. */
function removeSecrets(message: string, secrets: readonly string[]): string {
  const body = Buffer.from(JSON.stringify({ error: { message } }));
  const { message: clean } = decodeUpstreamError({ status: 400, body, secrets });
  return message === '' ? 'The provider failed to create the video.' : clean;
}

function mustEnd({ readAt, deadlineAt, cancelRequestedAt }: VideoTask): boolean {
  return readAt >= deadlineAt || cancelRequestedAt !== undefined;
}

async function stopUpstream(task: VideoTask, { capability, place, upstream }: TaskAccount): Promise<boolean> {
  const call = capability.cancel?.(toStarted(task), place);
  if (call === undefined) return false;
  const outcome = await upstream.call(call, AbortSignal.timeout(CALL_MS));
  return outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;
}
