import { createHash, randomBytes } from 'node:crypto';
import { type Token, mayUseModel, modelRefusal } from '#access';
import { type AdmittedCall } from '#admission';
import { GatewayError } from '#canonical';
import { type ResourceKeys, keyInFlight } from '#idempotency';
import { type MediaStore } from '#media';
import { type BudgetAccountLimit, hasBudget, unknownPrice, videoPriceMicroUsd } from '#metering';
import { findProvider, makesVideos } from '#providers';
import { type AcceptRepository, type AlsoThen, type RequestKeys } from './accept.repository.js';
import { type OutcomeRepository } from './outcomes.repository.js';
import { getRemixSource } from './remix.js';
import { type KeptRequest, type RemixSource, type VideoTask, isFinished } from './task.js';
import { FAILURES } from './task-failures.js';
import { type TaskFilter, type TaskRepository } from './tasks.repository.js';
import { type VideoCatalog } from './video-catalog.js';

const DEADLINE_MINUTES = 60;
/** What is set aside for a video whose length nobody has asked for. */
const USUAL_SECONDS = 10;

export interface Acceptance {
  token: Token;
  /** That the limits of the token allow it. */
  admitted: AdmittedCall;
  request: KeptRequest;
  /** The route and the body, by which two requests are known to be the same. */
  route: string;
  body: Uint8Array;
  /** The client's own key, where it has sent one. */
  idempotencyKey?: string;
  /** The client's library says that it has tried this before, so many times. */
  retryCount?: number;
  webhookUrl?: string;
  also?: AlsoThen;
}

export interface Accepted {
  task: VideoTask;
  /** Whether it is the answer to an earlier request: one that named its key, or one that was found to be the same. */
  replayed: false | 'by-key' | 'by-retry';
}

export interface VideoTasksDependencies {
  tasks: TaskRepository;
  acceptance: AcceptRepository;
  keys: Pick<ResourceKeys, 'find'>;
  outcomes: OutcomeRepository;
  catalog: VideoCatalog;
  media: MediaStore;
  /** What the tasks of a token are paid from, where that is more than the token's own budget account. */
  getBudgetAccounts?: (token: Token) => readonly BudgetAccountLimit[];
  /** Whether a budget lets pass what nobody knows the price of. */
  allowsUnpriced?: () => boolean;
  /** Tells a worker that there is something to do; that it does not arrive costs a second. */
  wake: (taskId: string) => void;
}

/** Video tasks as clients know them. */
export class VideoTasks {
  constructor(private readonly dependencies: VideoTasksDependencies) {}

  async accept(acceptance: Acceptance): Promise<Accepted> {
    const { token, request } = acceptance;
    const model = this.check(token, request.model);
    const keys = buildKeys(acceptance);
    const known = await this.findKnown(acceptance, keys);
    if (known !== undefined) return known;
    // Now, since a video that has been made is kept whatever its owner has.
    await this.dependencies.media.requireRoom(token.owner);
    const price = this.dependencies.catalog.getPrice(request.model);
    const durationSeconds = request.durationSeconds ?? USUAL_SECONDS;
    const budgetAccounts = this.dependencies.getBudgetAccounts?.(token);
    const likelyMicroUsd = videoPriceMicroUsd({ price, durationSeconds, size: request });
    if (likelyMicroUsd === undefined) this.refuseUnpriced(model, budgetAccounts);
    const minutes = this.dependencies.catalog.getDeadlineMinutes(model) ?? DEADLINE_MINUTES;
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
    if (task === undefined) return this.afterLostRace(acceptance, keys);
    this.dependencies.wake(task.id);
    return { task, replayed: false };
  }

  async find(token: Pick<Token, 'owner'>, id: string): Promise<VideoTask> {
    const task = await this.dependencies.tasks.find(token.owner, id);
    if (task === undefined) throw notFound();
    return task;
  }

  /** What a new version of a video starts from. Throws where there can be none. */
  getRemixSource(original: VideoTask): RemixSource {
    return getRemixSource(original, this.dependencies.catalog);
  }

  async list(token: Token, filter: Omit<TaskFilter, 'owner'>): Promise<VideoTask[]> {
    return this.dependencies.tasks.list({ ...filter, owner: token.owner });
  }

  /** A task that nobody has begun ends at once; for any other the worker sees to it. */
  async cancel(token: Pick<Token, 'owner'>, id: string, also?: AlsoThen): Promise<VideoTask> {
    const { outcomes } = this.dependencies;
    // Nothing is changed for an id that is not the token's own.
    await this.find(token, id);
    const ended = await outcomes.fail({ id, submitAttempt: 0 }, FAILURES.cancelled, {
      from: 'accepted',
      also,
    });
    if (ended !== undefined) return ended;
    const asked = await outcomes.apply(
      { id },
      {
        from: ['accepted', 'submitting', 'submit-unknown', 'polling'],
        at: { cancel_requested_at: 0, next_run_at: 0 },
        event: { kind: 'cancel-requested' },
        unlessCancelled: true,
        effects: also,
      },
    );
    if (asked !== undefined) this.dependencies.wake(id);
    const task = asked ?? (await this.find(token, id));
    if (task.cancelRequestedAt === undefined) refuseFinished(task);
    return task;
  }

  /** Only a finished task can go; its video goes with it. */
  async delete(token: Token, id: string): Promise<VideoTask> {
    const task = await this.find(token, id);
    if (!isFinished(task)) {
      throw new GatewayError('wrong-state', 'Only a finished task can be deleted; cancel it first.', {
        param: 'task_id',
        code: 'task_not_finished',
      });
    }
    await this.dependencies.tasks.delete(token.owner, id);
    if (task.result !== undefined)
      await this.dependencies.media.delete(task.result.id, task.result.extension);
    return task;
  }

  /** The public name of a model. Throws where this token can have no video of it. */
  check(token: Token, named: string): string {
    const targets = this.dependencies.catalog.targetsFor(named, 'video');
    const model = targets[0]?.model ?? named;
    if (!mayUseModel(token, model)) throw modelRefusal(token, model);
    const isServed = targets.some(({ channel, upstreamModel }) =>
      makesVideos(findProvider(channel.provider), upstreamModel),
    );
    if (isServed) return model;
    throw new GatewayError('unsupported-capability', `The model "${model}" does not make videos.`, {
      param: 'model',
    });
  }

  private refuseUnpriced(model: string, budgetAccounts: readonly BudgetAccountLimit[] = []): void {
    if (hasBudget(budgetAccounts) && this.dependencies.allowsUnpriced?.() !== true) throw unknownPrice(model);
  }

  private async findKnown(
    { token, retryCount = 0 }: Acceptance,
    { byKey, byContent }: RequestKeys,
  ): Promise<Accepted | undefined> {
    const key = byKey ?? (retryCount > 0 ? byContent : undefined);
    const taskId = key === undefined ? undefined : await this.dependencies.keys.find(key);
    if (taskId === undefined) return undefined;
    const task = await this.find(token, taskId);
    return { task, replayed: key === byKey ? 'by-key' : 'by-retry' };
  }

  /** Another request with the same key was faster. */
  private async afterLostRace(acceptance: Acceptance, keys: RequestKeys): Promise<Accepted> {
    const known = await this.findKnown(acceptance, keys);
    if (known !== undefined) return known;
    throw keyInFlight();
  }
}

/** A video that is already made wins over a cancellation. */
function refuseFinished({ status, error }: VideoTask): void {
  if (error?.code === FAILURES.cancelled.code) return;
  const state = status === 'in_progress' ? 'about to be completed' : status;
  throw new GatewayError('wrong-state', `The task is ${state} and cannot be cancelled any more.`, {
    param: 'task_id',
    code: 'task_finished',
  });
}

/**
 * A client's own key says which requests are the same. Without one, a library that retries by itself can still be
 * recognised: it says how often it has tried, and sends the same body. Both are hashed with their kind, so that neither
 * can be mistaken for the other.
 */
function buildKeys({ token, route, body, idempotencyKey, retryCount }: Acceptance): RequestKeys {
  const request = { tokenId: token.id, owner: token.owner, route, bodyDigest: body };
  if (idempotencyKey !== undefined) return { byKey: { ...request, key: sha256(`key ${idempotencyKey}`) } };
  return retryCount === undefined ? {} : { byContent: { ...request, key: sha256(`try ${sha256(body)}`) } };
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function notFound(): GatewayError {
  return new GatewayError('resource-not-found', 'There is no such task.', {
    param: 'task_id',
    code: 'task_not_found',
  });
}
