import { createHash, randomBytes } from 'node:crypto';
import { type Token } from '#access';
import { type AdmittedCall } from '#admission';
import { GatewayError } from '#canonical';
import { type ResourceKeys, keyInFlight } from '#idempotency';
import { type MediaStore } from '#media';
import { type BudgetAccounts, unknownPrice, videoPriceMicroUsd } from '#metering';
import { findProvider, makesVideos } from '#providers';
import { type AcceptRepository, type TransactionEffect, type RequestKeys } from './accept.repository.js';
import { type OutcomeRepository } from './outcomes.repository.js';
import { getRemixSource } from './remix.js';
import { type TaskRequest, type RemixSource, type VideoTask, isFinished } from './task.js';
import { FAILURES } from './task-failures.js';
import { type TaskFilter, type TaskRepository } from './tasks.repository.js';
import { type VideoCatalog } from './video-catalog.js';

const DEADLINE_MINUTES = 60;
/** The assumed duration of a video without a requested one, for the hold. */
const DEFAULT_SECONDS = 10;

export interface Acceptance {
  /** Contains the token and the client. */
  admitted: AdmittedCall;
  request: Omit<TaskRequest, 'client' | 'traceparent'>;
  /** The route and the body, which identify repeated requests. */
  route: string;
  body: Uint8Array;
  /** The client's idempotency key, if it has sent one. */
  idempotencyKey?: string;
  /** The number of retries, if the client's library sends it. */
  retryCount?: number;
  webhookUrl?: string;
  also?: TransactionEffect;
}

export interface Accepted {
  task: VideoTask;
  /** Whether the task belongs to an earlier request with the same idempotency key, or with the same content. */
  replayed: false | 'by-key' | 'by-retry';
}

export interface VideoTasksDependencies {
  tasks: TaskRepository;
  acceptance: AcceptRepository;
  keys: Pick<ResourceKeys, 'find'>;
  outcomes: OutcomeRepository;
  catalog: VideoCatalog;
  media: MediaStore;
  /** The budget accounts that pay for the tasks of a token. */
  accounts: Pick<BudgetAccounts, 'of' | 'requiresPrice'>;
  /** Wakes a worker. If that fails, a worker finds the task within a second. */
  wake: (taskId: string) => void;
}

/** The video tasks of clients. */
export class VideoTasks {
  constructor(private readonly dependencies: VideoTasksDependencies) {}

  async accept(acceptance: Acceptance): Promise<Accepted> {
    const { admitted } = acceptance;
    const { token, client, trace } = admitted;
    const request = { ...acceptance.request, client, traceparent: trace?.traceparent };
    const model = this.check(admitted, request.model);
    const keys = buildKeys(acceptance);
    const replayed = await this.findReplayed(acceptance, keys);
    if (replayed !== undefined) return replayed;
    // Checked before the task, because a finished video is always stored, even beyond the quota.
    await this.dependencies.media.requireRoom(token.owner);
    const { accounts, catalog } = this.dependencies;
    const price = catalog.getPrice(request.model);
    const durationSeconds = request.durationSeconds ?? DEFAULT_SECONDS;
    const budgetAccounts = accounts.of(token);
    const likelyMicroUsd = videoPriceMicroUsd({ price, durationSeconds, size: request });
    if (likelyMicroUsd === undefined && accounts.requiresPrice(budgetAccounts)) throw unknownPrice(model);
    const minutes = catalog.getDeadlineMinutes(model) ?? DEADLINE_MINUTES;
    const task = await this.dependencies.acceptance.accept(
      {
        id: `video_${randomBytes(16).toString('hex')}`,
        owner: token.owner,
        tokenId: token.id,
        model,
        request,
        price,
        heldMicroUsd: likelyMicroUsd ?? 0,
        budgetAccounts,
        deadlineMs: minutes * 60_000,
        webhookUrl: acceptance.webhookUrl,
      },
      keys,
      acceptance.also,
    );
    if (task === undefined) return this.resolveKeyConflict(acceptance, keys);
    this.dependencies.wake(task.id);
    return { task, replayed: false };
  }

  async find(token: Pick<Token, 'owner'>, id: string): Promise<VideoTask> {
    const task = await this.dependencies.tasks.find(token.owner, id);
    if (task === undefined) throw buildNotFound();
    return task;
  }

  /** The source of a remix. Throws if the video cannot be remixed. */
  getRemixSource(original: VideoTask): RemixSource {
    return getRemixSource(original, this.dependencies.catalog);
  }

  async list(token: Token, filter: Omit<TaskFilter, 'owner'>): Promise<VideoTask[]> {
    return this.dependencies.tasks.list({ ...filter, owner: token.owner });
  }

  /** Cancels a task: immediately if it was not submitted, otherwise the worker does. */
  async cancel(token: Pick<Token, 'owner'>, id: string, effects?: TransactionEffect): Promise<VideoTask> {
    const { outcomes } = this.dependencies;
    // Throws if the task belongs to another owner.
    await this.find(token, id);
    const ended = await outcomes.fail({ id, submitAttempt: 0 }, FAILURES.cancelled, {
      from: 'accepted',
      effects,
    });
    if (ended !== undefined) return ended;
    const requested = await outcomes.apply(
      { id },
      {
        from: ['accepted', 'submitting', 'submit-unknown', 'polling'],
        at: { cancel_requested_at: 0, next_run_at: 0 },
        event: { kind: 'cancel-requested' },
        unlessCancelled: true,
        effects,
      },
    );
    if (requested !== undefined) this.dependencies.wake(id);
    const task = requested ?? (await this.find(token, id));
    if (task.cancelRequestedAt === undefined) throwFinished(task);
    return task;
  }

  /** Deletes a finished task and its video. */
  async delete(token: Token, id: string): Promise<VideoTask> {
    const task = await this.find(token, id);
    if (!isFinished(task)) {
      throw new GatewayError('wrong-state', 'The task is not finished. Cancel it before you delete it.', {
        param: 'task_id',
        code: 'task_not_finished',
      });
    }
    await this.dependencies.tasks.delete(token.owner, id);
    if (task.result !== undefined)
      await this.dependencies.media.delete(task.result.id, task.result.extension);
    return task;
  }

  /** Returns the public name of a model. Throws if the call cannot create videos with it. */
  check(admitted: Pick<AdmittedCall, 'requireModel'>, requestedModel: string): string {
    const targets = this.dependencies.catalog.targetsFor(requestedModel, 'video');
    const model = targets[0]?.model ?? requestedModel;
    admitted.requireModel(model);
    const isServed = targets.some(({ channel, upstreamModel }) =>
      makesVideos(findProvider(channel.provider), upstreamModel),
    );
    if (isServed) return model;
    throw new GatewayError(
      'unsupported-capability',
      `The model "${model}" does not support video generation.`,
      {
        param: 'model',
      },
    );
  }

  private async findReplayed(
    { admitted: { token }, retryCount = 0 }: Acceptance,
    { byKey, byContent }: RequestKeys,
  ): Promise<Accepted | undefined> {
    const key = byKey ?? (retryCount > 0 ? byContent : undefined);
    const taskId = key === undefined ? undefined : await this.dependencies.keys.find(key);
    if (taskId === undefined) return undefined;
    const task = await this.find(token, taskId);
    return { task, replayed: key === byKey ? 'by-key' : 'by-retry' };
  }

  /** A simultaneous request with the same key was faster. */
  private async resolveKeyConflict(acceptance: Acceptance, keys: RequestKeys): Promise<Accepted> {
    const replayed = await this.findReplayed(acceptance, keys);
    if (replayed !== undefined) return replayed;
    throw keyInFlight();
  }
}

/** Throws if the task has ended before it could be cancelled. */
function throwFinished({ status, error }: VideoTask): void {
  if (error?.code === FAILURES.cancelled.code) return;
  const state = status === 'in_progress' ? 'about to be completed' : status;
  throw new GatewayError('wrong-state', `The task is ${state} and can no longer be cancelled.`, {
    param: 'task_id',
    code: 'task_finished',
  });
}

/**
 * A client's idempotency key identifies repeated requests. Without one, the automatic retries of a client library are
 * identified by their retry count and the same body. The prefixes of the hashes keep both kinds of keys distinct.
 */
function buildKeys({
  admitted: { token },
  route,
  body,
  idempotencyKey,
  retryCount,
}: Acceptance): RequestKeys {
  const request = { tokenId: token.id, owner: token.owner, route, bodyDigest: body };
  if (idempotencyKey !== undefined) return { byKey: { ...request, key: sha256(`key ${idempotencyKey}`) } };
  return retryCount === undefined ? {} : { byContent: { ...request, key: sha256(`try ${sha256(body)}`) } };
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function buildNotFound(): GatewayError {
  return new GatewayError('resource-not-found', 'The task does not exist.', {
    param: 'task_id',
    code: 'task_not_found',
  });
}
