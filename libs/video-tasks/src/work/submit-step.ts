import { GatewayError } from '#canonical';
import { Injectable } from '@nestjs/common';
import { OutcomeRepository } from '../outcomes.repository.js';
import { type TaskFailure, type VideoTask } from '../task.js';
import { FAILURES } from '../task-failures.js';
import { canHaveArrived, giveUp } from './give-up.js';
import { SubmissionSender } from './submission-sender.js';
import { type Route, TaskRoutes } from './task-routes.js';
import { TaskTargets, getSourceVideo } from './task-targets.js';
import { isLinkFault } from './submission-images.js';
import { CLEARED_ACCOUNT } from './cleared-account.js';
import { WorkOptions } from './work-options.js';

/** Submits accepted tasks to upstreams. */
@Injectable()
export class SubmitStep {
  constructor(
    private readonly targets: TaskTargets,
    private readonly routes: TaskRoutes,
    private readonly sender: SubmissionSender,
    private readonly transitions: OutcomeRepository,
    private readonly options: WorkOptions,
  ) {}

  /** `stopping` is aborted when the worker stops. */
  async run(task: VideoTask, stopping: AbortSignal): Promise<void> {
    const reason = this.findEndReason(task);
    if (reason !== undefined) return this.endTask(task, reason);
    const route = this.routes.take(task);
    if (route === undefined) return this.endTask(task, task.lastFailure ?? getNoTargetFailure(task));
    if ('restMs' in route) return this.postpone(task, route.restMs);
    try {
      const error = await this.sender.send(task, route, stopping);
      if (error !== undefined) await this.skipChannel(task, route, error);
    } finally {
      // Has no effect if an outcome was already reported.
      route.use?.abandoned();
      route.release();
    }
  }

  /** Why a task is not submitted, or not again. */
  private findEndReason(task: VideoTask): TaskFailure | undefined {
    if (task.cancelRequestedAt !== undefined) return FAILURES.cancelled;
    if (task.readAt >= task.deadlineAt) return FAILURES.deadline;
    if (task.submitAttempt >= this.options.settings.maxSubmits) return task.lastFailure ?? FAILURES.noChannel;
    return undefined;
  }

  private async endTask(task: VideoTask, failure: TaskFailure): Promise<void> {
    if (canHaveArrived(task)) return giveUp(task, this.transitions);
    await this.transitions.fail(task, failure, { from: 'accepted' });
  }

  /** No channel can be used now. Does not count as an attempt. */
  private async postpone(task: VideoTask, restMs: number): Promise<void> {
    const next_run_at = Math.max(restMs, this.options.settings.pollTimes.minMs);
    await this.transitions.touch(task, { at: { next_run_at, lease_until: null } });
  }

  /** The request cannot be sent to this channel. Nothing was sent. */
  private async skipChannel(task: VideoTask, { target }: Route, error: GatewayError): Promise<void> {
    if (canHaveArrived(task)) return giveUp(task, this.transitions);
    // A link that failed is not downloaded again for other channels that need its bytes.
    const others = isLinkFault(error) ? this.targets.findChannelsForBytes(task) : [];
    await this.transitions.touch(task, {
      set: {
        ...CLEARED_ACCOUNT,
        refused_channels: [...new Set([...task.refusedChannels, target.channelId, ...others])],
        last_failure: toFailure(error),
      },
      at: { next_run_at: 0, lease_until: null },
    });
  }
}

function getNoTargetFailure(task: VideoTask): TaskFailure {
  return getSourceVideo(task) === undefined ? FAILURES.noChannel : FAILURES.sourceGone;
}

function toFailure({ source, message, param }: GatewayError): TaskFailure {
  return {
    code: source === 'client' ? 400 : 500,
    message: param === undefined ? message : `${param}: ${message}`,
  };
}
