import { GatewayError } from '#canonical';
import { type Channel, type ChannelUse, type Target } from '#catalog';
import { type PinnedAccount, findAccountKey, pinAccount } from '../pinned-account.js';
import { type VideoTask } from '../task.js';
import { findTargets, findTaskChannel, getSourceVideo } from './choose-target.js';
import { unsealTaskAccount } from './task-account.js';
import { type AccountAccess, type ChannelRouting } from './work-dependencies.js';

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

type RouteDependencies = ChannelRouting & Pick<AccountAccess, 'secretBox'>;

/**
 * The account that the task already has, for another submission with the same key. Otherwise the best with a free slot.
 */
export function takeRoute(
  task: VideoTask,
  dependencies: RouteDependencies,
): Route | Postponement | undefined {
  const { sealedAccount, upstreamModel, channelId, channelName } = task;
  if (sealedAccount !== undefined && upstreamModel !== undefined && channelId !== undefined) {
    const account = unsealTaskAccount(task, sealedAccount, dependencies);
    const target = { upstreamModel, channelId, channelName: channelName ?? '' };
    return reuseRoute(task, { account, target }, dependencies);
  }
  const targets = findTargets(task, dependencies);
  const [best] = targets;
  if (best === undefined) return undefined;
  const restMs = best.status === 'cooling' ? dependencies.health.getRestMs(best) : undefined;
  if (restMs !== undefined) return { restMs: Math.min(restMs, MAX_REST_MS) };
  for (const candidate of targets) {
    const { channel } = candidate;
    const release = acquireSlot(channel, task, dependencies);
    if (release === undefined) continue;
    const source = getSourceVideo(task);
    const apiKey = source && findAccountKey(candidate, source.account)?.apiKey;
    const use = dependencies.health.begin(candidate, apiKey);
    const account = pinAccount(candidate, use.apiKey);
    const model = source?.upstreamModel ?? candidate.upstreamModel;
    const target = { upstreamModel: model, channelId: channel.id, channelName: channel.name };
    return { account, target, use, release };
  }
  return { restMs: SLOT_RETRY_MS };
}

function reuseRoute(
  task: VideoTask,
  { account, target }: Pick<Route, 'account' | 'target'>,
  dependencies: RouteDependencies,
): Route | Postponement {
  const channel = findTaskChannel(task, account, dependencies);
  if (channel === undefined) return { account, target, use: undefined, release: () => undefined };
  const release = acquireSlot(channel, task, dependencies);
  if (release === undefined) return { restMs: SLOT_RETRY_MS };
  const { upstreamModel } = target;
  const use = dependencies.health.begin({ channel, upstreamModel }, account.apiKey);
  return { account, target, use, release };
}

/** Undefined if the channel has no free slot. */
function acquireSlot(
  { id, maxConcurrency }: Channel,
  { tokenId }: VideoTask,
  { slots }: Pick<ChannelRouting, 'slots'>,
): (() => void) | undefined {
  if (maxConcurrency === undefined) return () => undefined;
  try {
    const { signal } = new AbortController();
    const release = slots.acquire(id, maxConcurrency, { tokenId, signal, isImpatient: true });
    // With `isImpatient`, a slot is returned synchronously or not at all.
    return release instanceof Promise ? undefined : release;
  } catch (error) {
    if (error instanceof GatewayError && error.kind === 'overloaded') return undefined;
    throw error;
  }
}
