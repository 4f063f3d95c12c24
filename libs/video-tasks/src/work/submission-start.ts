import { createHmac } from 'node:crypto';
import { type JsonObject } from '#canonical';
import { Injectable } from '@nestjs/common';
import { OutcomeRepository } from '../outcomes.repository.js';
import { accountName } from '../pinned-account.js';
import { type VideoTask } from '../task.js';
import { SubmitLease } from './submit-lease.js';
import { type TaskAccount, TaskAccounts } from './task-accounts.js';
import { type Route } from './task-routes.js';
import { VideoAdoption } from './video-adoption.js';
import { fingerprintPrompt } from './video-search.js';
import { WorkOptions } from './work-options.js';

/** Records submissions before their first byte is sent. */
@Injectable()
export class SubmissionStart {
  constructor(
    private readonly transitions: OutcomeRepository,
    private readonly accounts: TaskAccounts,
    private readonly adoption: VideoAdoption,
    private readonly options: WorkOptions,
  ) {}

  /** Create it before the submission is recorded, so that it ends before the lease in the database. */
  createLease(stopping: AbortSignal): SubmitLease {
    const { transitions } = this;
    return new SubmitLease({ transitions, settings: this.options.settings, stopping });
  }

  /** Undefined if the task must not be sent: it has changed meanwhile, or already has a video. */
  async record(task: VideoTask, route: Route, reached: TaskAccount): Promise<VideoTask | undefined> {
    const submitting = await this.apply(task, route, reached);
    if (submitting === undefined) return undefined;
    await this.options.reachFailpoint('after-claim-commit');
    // The id of an earlier submission may have been stored after that submission was considered lost.
    const isRepeated = submitting.submitAttempt > 1;
    if (isRepeated && (await this.adoption.adoptStored(submitting))) return undefined;
    await this.options.reachFailpoint('before-first-upstream-byte');
    return submitting;
  }

  private async apply(
    task: VideoTask,
    { account, target }: Route,
    { capability }: TaskAccount,
  ): Promise<VideoTask | undefined> {
    const { settings } = this.options;
    const fingerprint = capability.signature === 'list' ? fingerprintPrompt(task.request.prompt) : task.id;
    try {
      return await this.transitions.apply(task, {
        from: 'accepted',
        unlessCancelled: true,
        set: {
          phase: 'submitting',
          submit_attempt: task.submitAttempt + 1,
          channel_id: target.channelId,
          channel_name: target.channelName,
          upstream_model: target.upstreamModel,
          account: accountName(account),
          sealed_account: this.accounts.seal(task.id, account),
          // Keyed with the account's key, which is not stored in plain text, so that the hash does not confirm a
          // guessed prompt.
          request_hash: createHmac('sha256', account.apiKey ?? '')
            .update(fingerprint)
            .digest(),
        },
        at: { submitted_at: 0, lease_until: settings.submitLeaseMs },
        event: { kind: 'submitting', detail: { ...describeTarget(target), attempt: task.submitAttempt + 1 } },
      });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // Another submission with the same fingerprint has an unknown outcome. In a list, the two could not be
      // distinguished.
      const at = { next_run_at: settings.pollTimes.minMs, lease_until: null };
      await this.transitions.touch(task, { at });
      return undefined;
    }
  }
}

/** The target in the event of a submission, which stays when the account of the task is cleared. */
function describeTarget({ channelName, channelId, upstreamModel }: Route['target']): JsonObject {
  return { channel: channelName, channelId, upstreamModel };
}

function isDuplicate(error: unknown): boolean {
  const { constraint } = (error as { driverError?: { constraint?: unknown } }).driverError ?? {};
  return constraint === 'video_tasks_one_unresolved';
}
