import { createHash } from 'node:crypto';
import { GatewayError, type VideoRequest } from '#canonical';
import { type Target } from '#catalog';
import { type PinnedAccount, accountName, openAccount, pinAccount, sealAccount } from '../pinned-account.js';
import { type TaskFailure, type VideoTask } from '../task.js';
import { type TaskAccount, taskAccount } from './account-of.js';
import { adopt } from './adopt.js';
import { chooseTarget } from './choose-target.js';
import { type SubmitOutcome, classifySubmit } from './classify-submit.js';
import { orderOf } from './order-of.js';
import { nextPollAfterFaultMs } from './poll-schedule.js';
import { type WorkParts } from './work-parts.js';

/** An order is given up this long before others may think that its worker is dead. */
const SAFETY_MS = 10_000;
const WAIT_FOR_TWIN_MS = 2_000;

interface Route {
  target: Pick<Target, 'upstreamModel'> & { channelId: string; channelName: string };
  account: PinnedAccount;
}

/** Gives an accepted task to an upstream: what is about to happen is written down before the first byte leaves. */
export async function submit(task: VideoTask, parts: WorkParts): Promise<void> {
  const { outcomes, settings } = parts;
  if (task.readAt >= task.deadlineAt) return void (await outcomes.fail(task, DEADLINE, { from: 'accepted' }));
  const route = routeOf(task, parts);
  if (route === undefined || task.submitAttempt >= settings.mostSubmits) {
    return void (await outcomes.fail(task, task.lastFailure ?? NO_CHANNEL, { from: 'accepted' }));
  }
  const reached = taskAccount(route.account, route.target.upstreamModel, parts);
  const order = await prepare(task, reached, parts).catch((error: unknown) => GatewayError.from(error));
  if (order instanceof GatewayError) return refuse(task, route, failureOf(order), parts);
  const submitting = await begin(task, route, order.request, parts);
  if (submitting === undefined) return;
  await parts.pass('after-claim-commit');
  const signal = AbortSignal.timeout(Math.max(settings.submitLeaseMs - SAFETY_MS, 1_000));
  await parts.pass('before-first-upstream-byte');
  const outcome = await reached.upstream.call(order.call, signal);
  await parts.pass('after-upstream-answer-before-spool');
  await conclude(submitting, classifySubmit(outcome, reached.capability, reached.secrets), parts);
}

const DEADLINE: TaskFailure = { code: 504, message: 'The film was not finished in time.' };
const NO_CHANNEL: TaskFailure = { code: 503, message: 'No channel can make films with this model now.' };

/** The account that the task has already, where it is to be asked again; otherwise the best there is. */
function routeOf(task: VideoTask, { catalog, secretBox }: WorkParts): Route | undefined {
  const { sealedAccount, upstreamModel, channelId, channelName } = task;
  if (sealedAccount !== undefined && upstreamModel !== undefined && channelId !== undefined) {
    const account = openAccount(secretBox, task.id, sealedAccount);
    return { account, target: { upstreamModel, channelId, channelName: channelName ?? '' } };
  }
  const target = chooseTarget(catalog, task);
  if (target === undefined) return undefined;
  const { channel, upstreamModel: name } = target;
  const { apiKeys } = channel;
  const turn = createHash('sha256').update(task.id).digest().readUInt32BE(0);
  const account = pinAccount(channel, apiKeys[turn % Math.max(apiKeys.length, 1)]);
  return { account, target: { upstreamModel: name, channelId: channel.id, channelName: channel.name } };
}

async function prepare(task: VideoTask, { account, capability, place }: TaskAccount, parts: WorkParts) {
  const request = await orderOf(task, parts, { needsBytes: capability.needsImageBytes === true });
  const idempotencyKey = `${task.id}-${accountName(account)}`;
  return { request, call: capability.start({ request, idempotencyKey }, place) };
}

async function begin(
  task: VideoTask,
  { account, target }: Route,
  request: VideoRequest,
  { outcomes, transitions, secretBox, settings }: WorkParts,
): Promise<VideoTask | undefined> {
  try {
    return await outcomes.apply(task, {
      from: 'accepted',
      set: {
        phase: 'submitting',
        submit_attempt: task.submitAttempt + 1,
        channel_id: target.channelId,
        channel_name: target.channelName,
        upstream_model: target.upstreamModel,
        account: accountName(account),
        sealed_account: sealAccount(secretBox, task.id, account),
        request_hash: createHash('sha256').update(JSON.stringify(request)).digest(),
      },
      at: { submitted_at: 0, lease_until: settings.submitLeaseMs },
      event: { kind: 'submitting', detail: { channel: target.channelName, attempt: task.submitAttempt + 1 } },
    });
  } catch (error) {
    if (!isTwin(error)) throw error;
    // An equal order is under way whose fate is unknown: two would not be told apart.
    await transitions.touch(task, { at: { next_run_at: WAIT_FOR_TWIN_MS, lease_until: null } });
    return undefined;
  }
}

async function conclude(task: VideoTask, outcome: SubmitOutcome, parts: WorkParts): Promise<void> {
  const { transitions, outcomes, settings } = parts;
  switch (outcome.kind) {
    case 'accepted':
      return adopt(task, outcome.started, parts);
    case 'unknown':
      await transitions.apply(task, {
        from: 'submitting',
        set: { phase: 'submit-unknown', misses: 0 },
        at: { resolve_until: settings.settleMs, next_run_at: 0, lease_until: null },
        event: { kind: 'submit-unknown', detail: { reason: outcome.reason } },
      });
      return;
    case 'not-delivered':
      await transitions.apply(task, {
        from: 'submitting',
        set: {
          ...FORGET_ACCOUNT,
          phase: 'accepted',
          last_failure: { code: 502, message: 'The upstream could not be reached.' },
        },
        at: { next_run_at: nextPollAfterFaultMs(task.submitAttempt), lease_until: null },
        event: { kind: 'not-delivered', detail: { reason: outcome.reason } },
      });
      return;
    case 'refused':
      if (!outcome.mayTryElsewhere) {
        return void (await outcomes.fail(task, outcome.failure, { from: 'submitting' }));
      }
      await transitions.apply(task, {
        from: 'submitting',
        set: {
          ...FORGET_ACCOUNT,
          phase: 'accepted',
          refused_channels: [
            ...task.refusedChannels,
            ...(task.channelId === undefined ? [] : [task.channelId]),
          ],
          last_failure: outcome.failure,
        },
        at: { next_run_at: 0, lease_until: null },
        event: { kind: 'refused', detail: { code: outcome.failure.code } },
      });
  }
}

const FORGET_ACCOUNT = {
  channel_id: null,
  channel_name: null,
  upstream_model: null,
  account: null,
  sealed_account: null,
  request_hash: null,
} as const;

/** This channel cannot be told what is asked for: nothing was sent. */
async function refuse(
  task: VideoTask,
  { target }: Route,
  failure: TaskFailure,
  { transitions }: WorkParts,
): Promise<void> {
  await transitions.touch(task, {
    set: { refused_channels: [...task.refusedChannels, target.channelId], last_failure: failure },
    at: { next_run_at: 0, lease_until: null },
  });
}

function failureOf(error: GatewayError): TaskFailure {
  return { code: error.source === 'client' ? 400 : 500, message: error.message };
}

function isTwin(error: unknown): boolean {
  const { constraint } = (error as { driverError?: { constraint?: unknown } }).driverError ?? {};
  return constraint === 'video_tasks_one_unresolved';
}
