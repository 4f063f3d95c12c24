import { createHmac } from 'node:crypto';
import { GatewayError, type JsonObject } from '#canonical';
import { type VideoCall } from '#providers';
import { type CallOutcome } from '#upstream';
import { accountName, sealAccount } from '../pinned-account.js';
import { type TaskFailure, type VideoTask } from '../task.js';
import { cannotRemix } from '../remix.js';
import { FAILURES } from '../task-failures.js';
import { type TaskAccount, buildTaskAccount } from './task-account.js';
import { adoptFromEvidence } from './adopt-video.js';
import { classifySubmit } from './classify-submit.js';
import { findTargets, getSourceVideo } from './choose-target.js';
import { concludeSubmission } from './conclude-submission.js';
import { CLEARED_ACCOUNT } from './cleared-account.js';
import { giveUp, canHaveArrived } from './give-up.js';
import { fingerprintPrompt, getSubmissionKey } from './search-video.js';
import { isLinkFault, readImages } from './submission-images.js';
import { SubmitLease } from './submit-lease.js';
import { type Route, takeRoute } from './take-route.js';
import { reportSubmission } from './report-health.js';
import { addHeaders, describeCall, traceStep } from './trace-step.js';
import { type WorkDependencies } from './work-dependencies.js';

/**
 * Submits an accepted task to an upstream. The submission is recorded in the database before the first byte is sent.
 */
export async function submit(task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  const reason = findEndReason(task, dependencies);
  if (reason !== undefined) return endTask(task, reason, dependencies);
  const route = takeRoute(task, dependencies);
  if (route === undefined) return endTask(task, task.lastFailure ?? getNoTargetFailure(task), dependencies);
  if ('restMs' in route) return postpone(task, route.restMs, dependencies);
  try {
    await submitOnRoute(route, task, dependencies);
  } finally {
    // Has no effect if an outcome was already reported.
    route.use?.abandoned();
    route.release();
  }
}

async function submitOnRoute(route: Route, task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  const reached = buildTaskAccount(task, route.account, route.target.upstreamModel, dependencies);
  const call = await prepareCall(task, reached, dependencies).catch((error: unknown) =>
    GatewayError.from(error),
  );
  if (call instanceof GatewayError) return skipChannel(task, route, call, dependencies);
  const lease = new SubmitLease(dependencies);
  const submitting = await startSubmitting(task, route, reached, dependencies);
  if (submitting === undefined) return;
  await dependencies.reachFailpoint('after-claim-commit');
  // The id of an earlier submission may have been stored after that submission was considered lost.
  if (submitting.submitAttempt > 1 && (await adoptFromEvidence(submitting, dependencies))) return;
  await dependencies.reachFailpoint('before-first-upstream-byte');
  const sentAt = performance.now();
  const outcome = await lease.during(submitting, () =>
    traceStep(submitting, { step: 'submit', describe: describeCall }, dependencies, (headers) =>
      send(reached, addHeaders(call, headers), lease),
    ),
  );
  const tookMs = performance.now() - sentAt;
  const classified = classifySubmit(outcome, call, reached);
  reportSubmission(route.use, { outcome, kind: classified.kind, tookMs }, reached.secrets);
  await dependencies.reachFailpoint('after-upstream-answer-before-spool');
  await concludeSubmission(submitting, classified, dependencies);
}

/** No channel can be used now. Does not count as an attempt. */
async function postpone(
  task: VideoTask,
  restMs: number,
  { transitions, settings }: WorkDependencies,
): Promise<void> {
  const next_run_at = Math.max(restMs, settings.pollTimes.minMs);
  await transitions.touch(task, { at: { next_run_at, lease_until: null } });
}

/** Why a task is not submitted, or not again. */
function findEndReason(task: VideoTask, { settings }: WorkDependencies): TaskFailure | undefined {
  if (task.cancelRequestedAt !== undefined) return FAILURES.cancelled;
  if (task.readAt >= task.deadlineAt) return FAILURES.deadline;
  if (task.submitAttempt >= settings.maxSubmits) return task.lastFailure ?? FAILURES.noChannel;
  return undefined;
}

function getNoTargetFailure(task: VideoTask): TaskFailure {
  return getSourceVideo(task) === undefined ? FAILURES.noChannel : FAILURES.sourceGone;
}

async function endTask(task: VideoTask, failure: TaskFailure, dependencies: WorkDependencies): Promise<void> {
  if (canHaveArrived(task)) return giveUp(task, dependencies);
  await dependencies.transitions.fail(task, failure, { from: 'accepted' });
}

async function prepareCall(
  task: VideoTask,
  { account, capability, place }: TaskAccount,
  dependencies: WorkDependencies,
): Promise<VideoCall> {
  const submission = {
    request: { ...task.request, images: await readImages(task, dependencies, capability) },
    idempotencyKey: getSubmissionKey(task.id, accountName(account)),
    callbackUrl: await dependencies.buildCallbackLink?.(task.id),
  };
  const source = getSourceVideo(task);
  if (source === undefined) return capability.start(submission, place);
  if (capability.remix === undefined) throw cannotRemix();
  return capability.remix(source, submission, place);
}

async function startSubmitting(
  task: VideoTask,
  { account, target }: Route,
  { capability }: TaskAccount,
  { transitions, secretBox, settings }: WorkDependencies,
): Promise<VideoTask | undefined> {
  const fingerprint = capability.signature === 'list' ? fingerprintPrompt(task.request.prompt) : task.id;
  try {
    return await transitions.apply(task, {
      from: 'accepted',
      unlessCancelled: true,
      set: {
        phase: 'submitting',
        submit_attempt: task.submitAttempt + 1,
        channel_id: target.channelId,
        channel_name: target.channelName,
        upstream_model: target.upstreamModel,
        account: accountName(account),
        sealed_account: sealAccount(secretBox, task.id, account),
        // Keyed with the account's key, which is not stored in plain text, so that the hash does not confirm a guessed
        // prompt.
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
    await transitions.touch(task, {
      at: { next_run_at: settings.pollTimes.minMs, lease_until: null },
    });
    return undefined;
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

/** Sends nothing after the lease has expired, because another worker may have claimed the task. */
async function send({ upstream }: TaskAccount, call: VideoCall, lease: SubmitLease): Promise<CallOutcome> {
  if (!lease.hasExpired) return upstream.call(call, lease.signal);
  const reason = 'the worker stopped before it sent the task';
  return { kind: 'not-delivered', reason, fault: new GatewayError('internal-error', reason) };
}

/** The request cannot be sent to this channel. Nothing was sent. */
async function skipChannel(
  task: VideoTask,
  { target }: Route,
  error: GatewayError,
  dependencies: WorkDependencies,
): Promise<void> {
  if (canHaveArrived(task)) return giveUp(task, dependencies);
  // A link that failed is not downloaded again for other channels that need its bytes.
  const others = isLinkFault(error) ? findChannelsForBytes(task, dependencies) : [];
  await dependencies.transitions.touch(task, {
    set: {
      ...CLEARED_ACCOUNT,
      refused_channels: [...new Set([...task.refusedChannels, target.channelId, ...others])],
      last_failure: toFailure(error),
    },
    at: { next_run_at: 0, lease_until: null },
  });
}

function findChannelsForBytes(task: VideoTask, dependencies: WorkDependencies): string[] {
  return findTargets(task, dependencies)
    .filter(({ channel }) => dependencies.findProvider(channel.provider)?.video?.needsImageBytes)
    .map(({ channel }) => channel.id);
}

function toFailure({ source, message, param }: GatewayError): TaskFailure {
  return {
    code: source === 'client' ? 400 : 500,
    message: param === undefined ? message : `${param}: ${message}`,
  };
}
