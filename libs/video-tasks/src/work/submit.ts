import { createHmac } from 'node:crypto';
import { GatewayError, type JsonObject } from '#canonical';
import { type VideoCall } from '#providers';
import { type CallOutcome } from '#upstream';
import { accountName, sealAccount } from '../pinned-account.js';
import { type TaskFailure, type VideoTask } from '../task.js';
import { cannotRemix } from '../remix.js';
import { FAILURES } from '../task-failures.js';
import { type TaskAccount, taskAccount } from './get-account.js';
import { adoptEvidence } from './adopt.js';
import { classifySubmit } from './classify-submit.js';
import { buildTargets, getSource } from './choose-target.js';
import { conclude } from './conclude-submit.js';
import { FORGET_ACCOUNT } from './forget-account.js';
import { giveUp, mayHaveArrived } from './give-up.js';
import { fingerprintPrompt, getSubmissionKey } from './look-for.js';
import { isLinkFault, readImages } from './submission-images.js';
import { SubmitLease } from './submit-lease.js';
import { type Route, takeRoute } from './take-route.js';
import { reportSubmission } from './tell-health.js';
import { addHeaders, describeCall, traceStep } from './trace-step.js';
import { type WorkDependencies } from './work-dependencies.js';

/** Gives an accepted task to an upstream: what is about to happen is written down before the first byte leaves. */
export async function submit(task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  const reason = reasonToEnd(task, dependencies);
  if (reason !== undefined) return end(task, reason, dependencies);
  const route = takeRoute(task, dependencies);
  if (route === undefined) return end(task, task.lastFailure ?? reasonForNobody(task), dependencies);
  if ('restMs' in route) return rest(task, route.restMs, dependencies);
  try {
    await submitBy(route, task, dependencies);
  } finally {
    // Where it has been told already, that counts.
    route.use?.abandoned();
    route.release();
  }
}

async function submitBy(route: Route, task: VideoTask, dependencies: WorkDependencies): Promise<void> {
  const reached = taskAccount(route.account, route.target.upstreamModel, dependencies);
  const call = await prepare(task, reached, dependencies).catch((error: unknown) => GatewayError.from(error));
  if (call instanceof GatewayError) return passOver(task, route, call, dependencies);
  const lease = new SubmitLease(dependencies);
  const submitting = await begin(task, route, reached, dependencies);
  if (submitting === undefined) return;
  await dependencies.pass('after-claim-commit');
  // Word of an earlier try may have come after it was thought to be lost.
  if (submitting.submitAttempt > 1 && (await adoptEvidence(submitting, dependencies))) return;
  await dependencies.pass('before-first-upstream-byte');
  const sentAt = performance.now();
  const outcome = await lease.during(submitting, () =>
    traceStep(submitting, { step: 'submit', describe: describeCall }, dependencies, (headers) =>
      send(reached, addHeaders(call, headers), lease),
    ),
  );
  const tookMs = performance.now() - sentAt;
  const classified = classifySubmit(outcome, call, reached);
  reportSubmission(route.use, { outcome, kind: classified.kind, tookMs }, reached.secrets);
  await dependencies.pass('after-upstream-answer-before-spool');
  await conclude(submitting, classified, dependencies);
}

/** Nobody is to be asked just now; it is no try. */
async function rest(
  task: VideoTask,
  restMs: number,
  { transitions, settings }: WorkDependencies,
): Promise<void> {
  const next_run_at = Math.max(restMs, settings.pollTimes.minMs);
  await transitions.touch(task, { at: { next_run_at, lease_until: null } });
}

/** Why a task is not sent to anybody, or not again. */
function reasonToEnd(task: VideoTask, { settings }: WorkDependencies): TaskFailure | undefined {
  if (task.cancelRequestedAt !== undefined) return FAILURES.cancelled;
  if (task.readAt >= task.deadlineAt) return FAILURES.deadline;
  if (task.submitAttempt >= settings.maxSubmits) return task.lastFailure ?? FAILURES.noChannel;
  return undefined;
}

function reasonForNobody(task: VideoTask): TaskFailure {
  return getSource(task) === undefined ? FAILURES.noChannel : FAILURES.sourceGone;
}

async function end(task: VideoTask, failure: TaskFailure, dependencies: WorkDependencies): Promise<void> {
  if (mayHaveArrived(task)) return giveUp(task, dependencies);
  await dependencies.outcomes.fail(task, failure, { from: 'accepted' });
}

async function prepare(
  task: VideoTask,
  { account, capability, place }: TaskAccount,
  dependencies: WorkDependencies,
): Promise<VideoCall> {
  const submission = {
    request: { ...task.request, images: await readImages(task, dependencies, capability) },
    idempotencyKey: getSubmissionKey(task.id, accountName(account)),
    callbackUrl: await dependencies.buildCallbackLink?.(task.id),
  };
  const source = getSource(task);
  if (source === undefined) return capability.start(submission, place);
  if (capability.remix === undefined) throw cannotRemix();
  return capability.remix(source, submission, place);
}

async function begin(
  task: VideoTask,
  { account, target }: Route,
  { capability }: TaskAccount,
  { outcomes, transitions, secretBox, settings }: WorkDependencies,
): Promise<VideoTask | undefined> {
  const fingerprint = capability.signature === 'list' ? fingerprintPrompt(task.request.prompt) : task.id;
  try {
    return await outcomes.apply(task, {
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
        // With a key that is not stored here: otherwise a hash would tell whoever guesses the prompt.
        request_hash: createHmac('sha256', account.apiKey ?? '')
          .update(fingerprint)
          .digest(),
      },
      at: { submitted_at: 0, lease_until: settings.submitLeaseMs },
      event: { kind: 'submitting', detail: { ...submittedAt(target), attempt: task.submitAttempt + 1 } },
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    // The fate of a submission is unknown that looks the same in a list: two would not be told apart.
    await transitions.touch(task, {
      at: { next_run_at: settings.pollTimes.minMs, lease_until: null },
    });
    return undefined;
  }
}

/** What is still known of a submission when the task has forgotten the account. */
function submittedAt({ channelName, channelId, upstreamModel }: Route['target']): JsonObject {
  return { channel: channelName, channelId, upstreamModel };
}

function isDuplicate(error: unknown): boolean {
  const { constraint } = (error as { driverError?: { constraint?: unknown } }).driverError ?? {};
  return constraint === 'video_tasks_one_unresolved';
}

/** Nothing leaves once others may have begun to wonder. */
async function send({ upstream }: TaskAccount, call: VideoCall, lease: SubmitLease): Promise<CallOutcome> {
  if (!lease.isOver) return upstream.call(call, lease.signal);
  const reason = 'the worker was stopped before it could send it';
  return { kind: 'not-delivered', reason, fault: new GatewayError('internal-error', reason) };
}

/** This channel cannot be sent the request: nothing was sent. */
async function passOver(
  task: VideoTask,
  { target }: Route,
  error: GatewayError,
  dependencies: WorkDependencies,
): Promise<void> {
  if (mayHaveArrived(task)) return giveUp(task, dependencies);
  // A link that delivers nothing is not fetched again for the next channel that needs its bytes.
  const others = isLinkFault(error) ? findChannelsForBytes(task, dependencies) : [];
  await dependencies.transitions.touch(task, {
    set: {
      ...FORGET_ACCOUNT,
      refused_channels: [...new Set([...task.refusedChannels, target.channelId, ...others])],
      last_failure: toFailure(error),
    },
    at: { next_run_at: 0, lease_until: null },
  });
}

function findChannelsForBytes(task: VideoTask, dependencies: WorkDependencies): string[] {
  return buildTargets(task, dependencies)
    .filter(({ channel }) => dependencies.findProvider(channel.provider)?.video?.needsImageBytes)
    .map(({ channel }) => channel.id);
}

function toFailure({ source, message, param }: GatewayError): TaskFailure {
  return {
    code: source === 'client' ? 400 : 500,
    message: param === undefined ? message : `${param}: ${message}`,
  };
}
