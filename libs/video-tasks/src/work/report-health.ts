import { GatewayError } from '#canonical';
import { ChannelHealth, type ChannelUse } from '#catalog';
import { type CallOutcome } from '#upstream';
import { decodeUpstreamError } from '#wire';
import { Injectable } from '@nestjs/common';
import { type VideoTask } from '../task.js';
import { type SubmitOutcome } from './classify-submit.js';
import { type TaskAccount } from './task-accounts.js';
import { TaskTargets } from './task-targets.js';

/** A single failed poll does not affect the health of the channel. */
const MIN_FAULTS = 2;

interface SentSubmission extends Pick<SubmitOutcome, 'kind'> {
  outcome: CallOutcome;
  /** The time until the response. */
  tookMs: number;
}

/** Reports the outcome of a submission to the channel's health, which is the same as for requests. */
export function reportSubmission(
  use: ChannelUse | undefined,
  { outcome, kind, tookMs }: SentSubmission,
  secrets: readonly string[],
): void {
  if (kind !== 'accepted') return use?.failed(buildFault(outcome, secrets));
  // The response is small, so its end is about its first byte.
  use?.answered(tookMs);
  use?.finished();
}

/** Reports repeated failures of polls to the health of their channel. */
@Injectable()
export class PollHealth {
  /** The number of consecutive failed polls by channel. */
  private readonly faults = new Map<string, number>();

  constructor(
    private readonly targets: TaskTargets,
    private readonly health: ChannelHealth,
  ) {}

  /** A successful poll only resets the count: it does not show that the channel accepts new submissions. */
  report(task: VideoTask, outcome: CallOutcome, isSuccessful: boolean, reached: TaskAccount): void {
    const { channelId = '', upstreamModel } = task;
    if (isSuccessful) return void this.faults.delete(channelId);
    const faults = (this.faults.get(channelId) ?? 0) + 1;
    this.faults.set(channelId, faults);
    const channel = this.targets.findChannel(task, reached.account);
    if (faults < MIN_FAULTS || channel === undefined || upstreamModel === undefined) return;
    const use = this.health.begin({ channel, upstreamModel }, reached.account.apiKey);
    use.failed(buildFault(outcome, reached.secrets));
  }
}

function buildFault(outcome: CallOutcome, secrets: readonly string[]): GatewayError {
  if (outcome.kind !== 'answer') return outcome.fault;
  const { status, retryAfter, bytes: body } = outcome;
  if (status >= 200 && status < 300) {
    return new GatewayError(
      'upstream-bad-response',
      'The provider returned a response that could not be parsed.',
    );
  }
  return decodeUpstreamError({ status, retryAfter, body, secrets });
}
