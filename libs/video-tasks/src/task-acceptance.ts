import { createHash, randomBytes } from 'node:crypto';
import { type AdmittedCall } from '#admission';
import { GatewayError } from '#canonical';
import { keyInFlight } from '#idempotency';
import { MediaStore } from '#media';
import { BudgetAccounts, unknownPrice, videoPriceMicroUsd } from '#metering';
import { findProvider, makesVideos } from '#providers';
import { Inject, Injectable } from '@nestjs/common';
import { AcceptRepository, type RequestKeys, type TransactionEffect } from './accept.repository.js';
import { getRemixSource } from './remix.js';
import { type RemixSource, type TaskRequest, type VideoTask } from './task.js';
import { TaskWakeUps } from './task-wake-ups.js';
import { VideoCatalog } from './video-catalog.js';

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

/** Accepts tasks, once per idempotency key. */
@Injectable()
export class TaskAcceptance {
  constructor(
    private readonly repository: AcceptRepository,
    @Inject(VideoCatalog) private readonly catalog: Pick<VideoCatalog, keyof VideoCatalog>,
    @Inject(BudgetAccounts) private readonly accounts: Pick<BudgetAccounts, 'of' | 'requiresPrice'>,
    private readonly media: MediaStore,
    @Inject(TaskWakeUps) private readonly wakeUps: Pick<TaskWakeUps, 'wake'>,
  ) {}

  async accept(acceptance: Acceptance): Promise<Accepted> {
    const { admitted } = acceptance;
    const { token, client, trace } = admitted;
    const request = { ...acceptance.request, client, traceparent: trace?.traceparent };
    const model = this.check(admitted, request.model);
    const keys = buildKeys(acceptance);
    const replayed = await this.findReplayed(acceptance, keys);
    if (replayed !== undefined) return replayed;
    // Checked before the task, because a finished video is always stored, even beyond the quota.
    await this.media.requireRoom(token.owner);
    const { accounts, catalog } = this;
    const price = catalog.getPrice(request.model);
    const durationSeconds = request.durationSeconds ?? DEFAULT_SECONDS;
    const budgetAccounts = accounts.of(token);
    const likelyMicroUsd = videoPriceMicroUsd({ price, durationSeconds, size: request });
    if (likelyMicroUsd === undefined && accounts.requiresPrice(budgetAccounts)) throw unknownPrice(model);
    const minutes = catalog.getDeadlineMinutes(model) ?? DEADLINE_MINUTES;
    const task = await this.repository.accept(
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
    this.wakeUps.wake(task.id);
    return { task, replayed: false };
  }

  /** The source of a remix. Throws if the video cannot be remixed. */
  getRemixSource(original: VideoTask): RemixSource {
    return getRemixSource(original, this.catalog);
  }

  /** Returns the public name of a model. Throws if the call cannot create videos with it. */
  check(admitted: Pick<AdmittedCall, 'requireModel'>, requestedModel: string): string {
    const targets = this.catalog.targetsFor(requestedModel);
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
    const task = key === undefined ? undefined : await this.repository.findAccepted(token.owner, key);
    return task && { task, replayed: key === byKey ? 'by-key' : 'by-retry' };
  }

  /** A simultaneous request with the same key was faster. */
  private async resolveKeyConflict(acceptance: Acceptance, keys: RequestKeys): Promise<Accepted> {
    const replayed = await this.findReplayed(acceptance, keys);
    if (replayed !== undefined) return replayed;
    throw keyInFlight();
  }
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
