import { GatewayError } from '#canonical';
import { type ChannelUse } from '#catalog';
import { type CallOutcome } from '#upstream';
import { decodeUpstreamError } from '#wire';
import { type VideoTask } from '../task.js';
import { type TaskAccount } from './get-account.js';
import { findTaskChannel } from './choose-target.js';
import { type SubmitOutcome } from './classify-submit.js';
import { type WorkDependencies } from './work-dependencies.js';

/** A single question that goes wrong among many is no illness of the channel. */
const FAULTS_THAT_COUNT = 2;

interface SentSubmission extends Pick<SubmitOutcome, 'kind'> {
  outcome: CallOutcome;
  /** How long the upstream took to answer. */
  tookMs: number;
}

/** Tells the channel how a submission went: the same health decides where requests go. */
export function reportSubmission(
  use: ChannelUse | undefined,
  { outcome, kind, tookMs }: SentSubmission,
  secrets: readonly string[],
): void {
  if (kind !== 'accepted') return use?.failed(buildFault(outcome, secrets));
  // The answer is a few bytes: the first of them is as good as the last.
  use?.answered(tookMs);
  use?.finished();
}

/**
 * Tells the channel where videos cannot be asked after. That they can says nothing about whether it takes new ones:
 * it ends a row of such faults and excuses no failed submission.
 */
export function reportPoll(
  task: VideoTask,
  outcome: CallOutcome,
  isAnswered: boolean,
  reached: TaskAccount,
  dependencies: Pick<WorkDependencies, 'catalog' | 'health' | 'pollFaults'>,
): void {
  const { channelId = '', upstreamModel } = task;
  const { pollFaults } = dependencies;
  if (isAnswered) return void pollFaults.delete(channelId);
  const faults = (pollFaults.get(channelId) ?? 0) + 1;
  pollFaults.set(channelId, faults);
  const channel = findTaskChannel(task, reached.account, dependencies);
  if (faults < FAULTS_THAT_COUNT || channel === undefined || upstreamModel === undefined) return;
  const use = dependencies.health.begin({ channel, upstreamModel }, reached.account.apiKey);
  use.failed(buildFault(outcome, reached.secrets));
}

function buildFault(outcome: CallOutcome, secrets: readonly string[]): GatewayError {
  if (outcome.kind !== 'answer') return outcome.fault;
  const { status, retryAfter, bytes: body } = outcome;
  if (status >= 200 && status < 300) {
    return new GatewayError('upstream-bad-response', 'The upstream sent an answer that cannot be read.');
  }
  return decodeUpstreamError({ status, retryAfter, body, secrets });
}
