import { type JsonObject } from '#canonical';
import { CONFIG, type Config } from '#config';
import { toStoredError } from '#metering';
import { Inject, Injectable } from '@nestjs/common';
import { type TaskEvent } from '../change.js';
import { OutcomeRepository, describeFailure } from '../outcomes.repository.js';
import { type TaskFailure, type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';
import { VideoAdoption } from './video-adoption.js';
import { type SubmitFault, type SubmitOutcome } from './classify-submit.js';
import { CLEARED_ACCOUNT } from './cleared-account.js';
import { canHaveArrived } from './give-up.js';
import { getPollAfterFaultMs } from './poll-schedule.js';
import { TaskTargets } from './task-targets.js';
import { WorkOptions } from './work-options.js';

/** The status of an upstream that accepts no more submissions for now. */
const BUSY = 429;

/** Continues tasks after their submission was sent. */
@Injectable()
export class SubmissionConclusion {
  constructor(
    private readonly transitions: OutcomeRepository,
    private readonly targets: TaskTargets,
    private readonly adoption: VideoAdoption,
    private readonly options: WorkOptions,
    @Inject(CONFIG) private readonly config: Pick<Config, 'storesUpstreamErrors'>,
  ) {}

  async conclude(task: VideoTask, outcome: SubmitOutcome): Promise<void> {
    await this.options.reachFailpoint('after-upstream-answer-before-spool');
    if (outcome.kind === 'accepted') return this.adoption.adopt(task, outcome.started);
    if (outcome.kind === 'unknown') return this.markOutcomeUnknown(task, outcome);
    // An earlier submission may have arrived, even though this one did not.
    if (canHaveArrived(task)) return this.markOutcomeUnknown(task, { reason: getReason(outcome) });
    if (outcome.kind === 'not-delivered') {
      const event = { kind: 'not-delivered', detail: describeFault(outcome) };
      if (this.targets.hasAlternative(task)) return this.retryElsewhere(task, FAILURES.notReached, event);
      return this.retryLater(task, FAILURES.notReached, { event });
    }
    const { canRetryElsewhere, retryAfter, report } = outcome;
    const error = toStoredError(report, this.config.storesUpstreamErrors);
    const failure = { ...outcome.failure, error };
    const event = { kind: 'refused', detail: describeFailure(failure) };
    const isBusy = failure.code === BUSY && !this.targets.hasAlternative(task);
    if (isBusy) return this.retryLater(task, failure, { event, advice: retryAfter });
    if (canRetryElsewhere) return this.retryElsewhere(task, failure, event);
    await this.transitions.fail(task, failure, { from: 'submitting' });
  }

  private async markOutcomeUnknown(task: VideoTask, fault: Partial<SubmitFault>): Promise<void> {
    await this.transitions.apply(task, {
      from: 'submitting',
      set: { phase: 'submit-unknown', misses: 0 },
      at: { resolve_until: this.options.settings.settleMs, next_run_at: 0, lease_until: null },
      event: { kind: 'submit-unknown', detail: describeFault(fault) },
    });
  }

  /** Retries later at any channel, possibly the same one. */
  private async retryLater(
    task: VideoTask,
    failure: TaskFailure,
    { event, advice }: { event: TaskEvent; advice?: string },
  ): Promise<void> {
    const nextMs = getPollAfterFaultMs(task.submitAttempt, this.options.settings.pollTimes, { advice });
    await this.transitions.apply(task, {
      from: 'submitting',
      set: { ...CLEARED_ACCOUNT, phase: 'accepted', last_failure: failure },
      at: { next_run_at: nextMs, lease_until: null },
      event,
    });
  }

  private async retryElsewhere(task: VideoTask, failure: TaskFailure, event: TaskEvent): Promise<void> {
    const refusedBy = task.channelId === undefined ? [] : [task.channelId];
    await this.transitions.apply(task, {
      from: 'submitting',
      set: {
        ...CLEARED_ACCOUNT,
        phase: 'accepted',
        refused_channels: [...task.refusedChannels, ...refusedBy],
        last_failure: failure,
      },
      at: { next_run_at: 0, lease_until: null },
      event,
    });
  }
}

function describeFault({ reason, outcome, status }: Partial<SubmitFault>): JsonObject {
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(status === undefined ? {} : { status }),
  };
}

function getReason(outcome: Extract<SubmitOutcome, { kind: 'not-delivered' | 'refused' }>): string {
  return outcome.kind === 'refused' ? outcome.failure.message : outcome.reason;
}
