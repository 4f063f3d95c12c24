import { Injectable } from '@nestjs/common';
import { OutcomeRepository } from '../outcomes.repository.js';
import { type VideoTask } from '../task.js';
import { VideoAdoption } from './video-adoption.js';
import { giveUp } from './give-up.js';
import { getPollAfterFaultMs } from './poll-schedule.js';
import { VideoSearch } from './video-search.js';
import { type TaskAccount, TaskAccounts } from './task-accounts.js';
import { WorkOptions } from './work-options.js';

/** Determines whether a submission with an unknown outcome arrived. */
@Injectable()
export class ResolveStep {
  constructor(
    private readonly adoption: VideoAdoption,
    private readonly accounts: TaskAccounts,
    private readonly videos: VideoSearch,
    private readonly transitions: OutcomeRepository,
    private readonly options: WorkOptions,
  ) {}

  /**
   * The worker that sent the submission has died. Continues with the id that it stored; otherwise the outcome is
   * unknown.
   */
  async recover(task: VideoTask): Promise<void> {
    if (await this.adoption.adoptStored(task)) return;
    await this.transitions.apply(task, {
      from: 'submitting',
      set: { phase: 'submit-unknown', misses: 0 },
      at: { resolve_until: this.options.settings.settleMs, next_run_at: 0, lease_until: null },
      event: { kind: 'submit-unknown', detail: { reason: 'the worker stopped' } },
    });
  }

  /** Uses the means that the upstream supports. */
  async run(task: VideoTask): Promise<void> {
    if (await this.adoption.adoptStored(task)) return;
    const reached = this.accounts.of(task);
    switch (reached.capability.signature) {
      case 'key':
        return this.resubmitWithKey(task);
      case 'list':
        return this.resolveByList(task, reached);
      case 'none':
        return giveUp(task, this.transitions);
    }
  }

  /** Submissions with the same key create one video, so the task is submitted again to get a response. */
  private async resubmitWithKey(task: VideoTask): Promise<void> {
    const { submitAttempt, cancelRequestedAt, readAt, deadlineAt } = task;
    const { settings } = this.options;
    if (submitAttempt >= settings.maxSubmits || cancelRequestedAt !== undefined || readAt >= deadlineAt) {
      return giveUp(task, this.transitions);
    }
    await this.transitions.apply(task, {
      from: 'submit-unknown',
      // `resolve_until` is not cleared, because the outcome stays unknown until there is a response.
      set: { phase: 'accepted', misses: 0 },
      at: { next_run_at: getPollAfterFaultMs(submitAttempt - 1, settings.pollTimes), lease_until: null },
      event: { kind: 'ask-by-key' },
    });
  }

  private async resolveByList(task: VideoTask, reached: TaskAccount): Promise<void> {
    const { settings } = this.options;
    const result = await this.videos.search(task, reached);
    if (result.kind === 'video') return this.adoption.adopt(task, result.video);
    const isAbsent = result.kind === 'absent';
    const misses = task.misses + (isAbsent ? 1 : 0);
    const overdueMs = task.readAt.getTime() - (task.resolveUntil?.getTime() ?? 0);
    if (isAbsent && overdueMs >= 0 && misses >= settings.lookups) return this.resubmit(task, misses);
    const intervalMs = settings.settleMs / settings.lookups;
    const isLate = task.readAt.getTime() - task.nextRunAt.getTime() > intervalMs;
    const isUnresolvable = !isAbsent && !isLate && overdueMs >= settings.settleMs;
    if (isUnresolvable || task.readAt >= task.deadlineAt) return giveUp(task, this.transitions);
    await this.transitions.touch(task, {
      set: { misses },
      at: {
        next_run_at: intervalMs,
        lease_until: null,
        // The time in which no worker searched does not count.
        ...(isLate && { resolve_until: settings.settleMs }),
      },
    });
  }

  private async resubmit(task: VideoTask, lists: number): Promise<void> {
    await this.transitions.apply(task, {
      from: 'submit-unknown',
      set: { phase: 'accepted', misses: 0 },
      at: { next_run_at: 0, lease_until: null, resolve_until: null },
      event: { kind: 'proven-not-created', detail: { signature: `not in ${lists} lists` } },
    });
  }
}
