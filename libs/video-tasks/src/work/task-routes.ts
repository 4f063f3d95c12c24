import { GatewayError } from '#canonical';
import { type Channel, type ChannelUse, type Target } from '#catalog';
import { AttemptControls } from '#relay';
import { Inject, Injectable } from '@nestjs/common';
import { type PinnedAccount, findAccountKey, pinAccount } from '../pinned-account.js';
import { type VideoTask } from '../task.js';
import { TaskAccounts } from './task-accounts.js';
import { TaskTargets, getSourceVideo } from './task-targets.js';

/** The maximum wait for a cooling channel, because another channel may be added meanwhile. */
const MAX_REST_MS = 60_000;
const SLOT_RETRY_MS = 1_000;

/** The account and the channel to which a task is submitted. */
export interface Route {
  target: Pick<Target, 'upstreamModel'> & { channelId: string; channelName: string };
  account: PinnedAccount;
  /** Reports the outcome to the channel's health; undefined if the channel uses another account now. */
  use: ChannelUse | undefined;
  /** Releases the slot of the channel's concurrency limit. */
  release: () => void;
}

/** All channels are full or cooling. */
export interface Postponement {
  /** How long to wait before the next attempt. */
  restMs: number;
}

/** Chooses the account and the channel of a submission, with a slot of the channel's concurrency limit. */
@Injectable()
export class TaskRoutes {
  constructor(
    private readonly targets: TaskTargets,
    private readonly accounts: TaskAccounts,
    @Inject(AttemptControls) private readonly attempts: Pick<AttemptControls, 'health' | 'slots'>,
  ) {}

  /**
   * The account that the task already has, for another submission with the same key. Otherwise the best with a free
   * slot.
   */
  take(task: VideoTask): Route | Postponement | undefined {
    const { sealedAccount, upstreamModel, channelId, channelName } = task;
    if (sealedAccount !== undefined && upstreamModel !== undefined && channelId !== undefined) {
      const account = this.accounts.unseal(task, sealedAccount);
      const target = { upstreamModel, channelId, channelName: channelName ?? '' };
      return this.reuse(task, { account, target });
    }
    const { health } = this.attempts;
    const targets = this.targets.find(task);
    const [best] = targets;
    if (best === undefined) return undefined;
    const restMs = best.status === 'cooling' ? health.getRestMs(best) : undefined;
    if (restMs !== undefined) return { restMs: Math.min(restMs, MAX_REST_MS) };
    for (const candidate of targets) {
      const { channel } = candidate;
      const release = this.acquireSlot(channel, task);
      if (release === undefined) continue;
      const source = getSourceVideo(task);
      const apiKey = source && findAccountKey(candidate, source.account)?.apiKey;
      const use = health.begin(candidate, apiKey);
      const account = pinAccount(candidate, use.apiKey);
      const model = source?.upstreamModel ?? candidate.upstreamModel;
      const target = { upstreamModel: model, channelId: channel.id, channelName: channel.name };
      return { account, target, use, release };
    }
    return { restMs: SLOT_RETRY_MS };
  }

  private reuse(
    task: VideoTask,
    { account, target }: Pick<Route, 'account' | 'target'>,
  ): Route | Postponement {
    const channel = this.targets.findChannel(task, account);
    if (channel === undefined) return { account, target, use: undefined, release: () => undefined };
    const release = this.acquireSlot(channel, task);
    if (release === undefined) return { restMs: SLOT_RETRY_MS };
    const { upstreamModel } = target;
    const use = this.attempts.health.begin({ channel, upstreamModel }, account.apiKey);
    return { account, target, use, release };
  }

  /** Undefined if the channel has no free slot. */
  private acquireSlot({ id, maxConcurrency }: Channel, { tokenId }: VideoTask): (() => void) | undefined {
    if (maxConcurrency === undefined) return () => undefined;
    try {
      const { signal } = new AbortController();
      const options = { tokenId, signal, isImpatient: true };
      const release = this.attempts.slots.acquire(id, maxConcurrency, options);
      // With `isImpatient`, a slot is returned synchronously or not at all.
      return release instanceof Promise ? undefined : release;
    } catch (error) {
      if (error instanceof GatewayError && error.kind === 'overloaded') return undefined;
      throw error;
    }
  }
}
