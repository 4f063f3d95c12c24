import { createHash, randomBytes } from 'node:crypto';
import { type Token, mayUseModel } from '#access';
import { GatewayError } from '#canonical';
import { type Catalog } from '#catalog';
import { type MediaStore } from '#media';
import { videoPriceMicroUsd } from '#metering';
import { findProvider } from '#providers';
import { type AcceptRepository } from './accept.repository.js';
import { type IdempotencyRepository, type RequestKey } from './idempotency.repository.js';
import { type OutcomeRepository } from './outcomes.repository.js';
import { type KeptRequest, type VideoTask, isFinished } from './task.js';
import { type TaskFilter, type TaskRepository } from './tasks.repository.js';

const DEADLINE_MINUTES = 60;
/** What is set aside for a film whose length nobody has asked for. */
const USUAL_SECONDS = 10;

export interface Acceptance {
  token: Token;
  request: KeptRequest;
  /** The route and the body, by which two requests are known to be the same. */
  route: string;
  body: Uint8Array;
  /** The client's own key, where it has sent one. */
  idempotencyKey?: string;
  /** The client's library says that it has tried this before, so many times. */
  retryCount?: number;
  webhookUrl?: string;
}

export interface Accepted {
  task: VideoTask;
  /** Whether it is the answer to an earlier request: one that named its key, or one that was found to be the same. */
  replayed: false | 'by-key' | 'by-retry';
}

export interface VideoTasksParts {
  tasks: TaskRepository;
  acceptance: AcceptRepository;
  idempotency: IdempotencyRepository;
  outcomes: OutcomeRepository;
  catalog: Catalog;
  media: MediaStore;
  /** Tells a worker that there is something to do; that it does not arrive costs a second. */
  wake: (taskId: string) => void;
}

/** Video tasks as clients know them. */
export class VideoTasks {
  constructor(private readonly parts: VideoTasksParts) {}

  async accept(acceptance: Acceptance): Promise<Accepted> {
    const { token, request } = acceptance;
    this.refuseUnserved(token, request.model);
    const keys = keysOf(acceptance);
    const known = await this.findKnown(acceptance, keys);
    if (known !== undefined) return known;
    const price = this.parts.catalog.priceOf(request.model);
    const minutes = this.parts.catalog.deadlineMinutesOf(request.model) ?? DEADLINE_MINUTES;
    const task = await this.parts.acceptance.accept(
      {
        id: `video_${randomBytes(16).toString('hex')}`,
        owner: token.owner,
        tokenId: token.id,
        model: request.model,
        request,
        price,
        heldMicroUsd: videoPriceMicroUsd(price, request.durationSeconds ?? USUAL_SECONDS) ?? 0,
        deadlineMs: minutes * 60_000,
        webhookUrl: acceptance.webhookUrl,
      },
      keys.own,
    );
    if (task === undefined) return this.afterLostRace(acceptance, keys);
    this.parts.wake(task.id);
    return { task, replayed: false };
  }

  async find(token: Token, id: string): Promise<VideoTask> {
    const task = await this.parts.tasks.find(token.owner, id);
    if (task === undefined) throw notFound();
    return task;
  }

  async list(token: Token, filter: Omit<TaskFilter, 'owner'>): Promise<VideoTask[]> {
    return this.parts.tasks.list({ ...filter, owner: token.owner });
  }

  /** A task that nobody has begun ends at once; for any other the worker sees to it. */
  async cancel(token: Token, id: string): Promise<VideoTask> {
    const task = await this.find(token, id);
    if (task.error?.code === CANCELLED.code) return task;
    if (isFinished(task)) {
      throw new GatewayError('wrong-state', `The task is ${task.status} and cannot be cancelled any more.`, {
        param: 'task_id',
        code: 'task_finished',
      });
    }
    const ended = await this.parts.outcomes.fail(task.phase === 'accepted' ? { id } : NOBODY, CANCELLED, {
      from: 'accepted',
    });
    if (ended !== undefined) return ended;
    await this.parts.outcomes.apply(
      { id },
      {
        from: ['submitting', 'submit-unknown', 'polling'],
        at: { cancel_requested_at: 0, next_run_at: 0 },
        event: { kind: 'cancel-requested' },
      },
    );
    this.parts.wake(id);
    return this.find(token, id);
  }

  /** Only a finished task can go; its film goes with it. */
  async delete(token: Token, id: string): Promise<VideoTask> {
    const task = await this.find(token, id);
    if (!isFinished(task)) {
      throw new GatewayError('wrong-state', 'Only a finished task can be deleted; cancel it first.', {
        param: 'task_id',
        code: 'task_not_finished',
      });
    }
    await this.parts.tasks.delete(token.owner, id);
    if (task.result !== undefined) await this.parts.media.delete(task.result.id, task.result.extension);
    return task;
  }

  private refuseUnserved(token: Token, model: string): void {
    const targets = this.parts.catalog.targetsFor(model, 'video');
    if (!mayUseModel(token, model)) {
      throw new GatewayError('model-not-allowed', `This API token may not use the model "${model}".`, {
        param: 'model',
      });
    }
    if (targets.some(({ channel }) => findProvider(channel.provider)?.video !== undefined)) return;
    throw new GatewayError('unsupported-capability', `The model "${model}" does not make videos.`, {
      param: 'model',
    });
  }

  private async findKnown(acceptance: Acceptance, { own, earlier }: Keys): Promise<Accepted | undefined> {
    const [byKey] = own;
    if (acceptance.idempotencyKey !== undefined && byKey !== undefined) {
      const known = await this.parts.idempotency.find(byKey);
      if (known === undefined) return undefined;
      if (!known.isSameRequest) throw reused();
      return { task: await this.find(acceptance.token, known.taskId), replayed: 'by-key' };
    }
    const known = earlier === undefined ? undefined : await this.parts.idempotency.find(earlier);
    if (known === undefined) return undefined;
    return { task: await this.find(acceptance.token, known.taskId), replayed: 'by-retry' };
  }

  /** Another request with the same key was faster. */
  private async afterLostRace(acceptance: Acceptance, keys: Keys): Promise<Accepted> {
    const known = await this.findKnown(acceptance, { ...keys, earlier: keys.own[0] });
    if (known !== undefined) return known;
    throw new GatewayError('key-in-flight', 'A request with this idempotency key is being handled.');
  }
}

const CANCELLED = { code: 499, message: 'The task was cancelled.' };
const NOBODY = { id: '' };

interface Keys {
  /** What is remembered of this request. */
  own: readonly RequestKey[];
  /** What an earlier try of the same request would have left. */
  earlier?: RequestKey;
}

/**
 * A client's own key says which requests are the same. Without one, a library that tries again by itself can still be
 * recognised: it says how often it has tried, and sends the same body.
 */
function keysOf({ token, route, body, idempotencyKey, retryCount }: Acceptance): Keys {
  const requestHash = sha256(body);
  const key = (text: string): RequestKey => ({
    tokenId: token.id,
    route,
    keyHash: sha256(text),
    requestHash,
  });
  if (idempotencyKey !== undefined) return { own: [key(`key ${idempotencyKey}`)] };
  if (retryCount === undefined) return { own: [] };
  const attempt = (count: number): RequestKey => key(`retry ${count} ${requestHash.toString('hex')}`);
  return { own: [attempt(retryCount)], ...(retryCount > 0 ? { earlier: attempt(retryCount - 1) } : {}) };
}

function sha256(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}

function notFound(): GatewayError {
  return new GatewayError('resource-not-found', 'There is no such task.', {
    param: 'task_id',
    code: 'task_not_found',
  });
}

function reused(): GatewayError {
  return new GatewayError('key-reused', 'This idempotency key was used for another request.');
}
