import { GatewayError } from '#canonical';
import { type Channel, type ChannelUse, type Target } from '#catalog';
import { type PinnedAccount, findAccountKey, pinAccount } from '../pinned-account.js';
import { type VideoTask } from '../task.js';
import { buildTargets, findTaskChannel, getSource } from './choose-target.js';
import { openTaskAccount } from './get-account.js';
import { type WorkDependencies } from './work-dependencies.js';

/** Longer than that a task does not sleep: another channel may have been added meanwhile. */
const MAX_REST_MS = 60_000;
const FULL_MS = 1_000;

/** Which account a task goes to, and by which channel. */
export interface Route {
  target: Pick<Target, 'upstreamModel'> & { channelId: string; channelName: string };
  account: PinnedAccount;
  /** Hears how it went; undefined where the channel leads to another account by now. */
  use: ChannelUse | undefined;
  /** Gives back the place among the requests that the channel takes at a time. */
  release: () => void;
}

/** Every channel that could be asked is full, or wants a rest: when to look again. */
export interface Rest {
  restMs: number;
}

type RouteDependencies = Pick<
  WorkDependencies,
  'catalog' | 'secretBox' | 'findProvider' | 'health' | 'slots' | 'getPrice'
>;

/** The account that the task has already, where it is to be asked again; otherwise the best that has room. */
export function takeRoute(task: VideoTask, dependencies: RouteDependencies): Route | Rest | undefined {
  const { sealedAccount, upstreamModel, channelId, channelName } = task;
  if (sealedAccount !== undefined && upstreamModel !== undefined && channelId !== undefined) {
    const account = openTaskAccount(task, sealedAccount, dependencies);
    const target = { upstreamModel, channelId, channelName: channelName ?? '' };
    return retakeRoute(task, { account, target }, dependencies);
  }
  const targets = buildTargets(task, dependencies);
  const [best] = targets;
  if (best === undefined) return undefined;
  const restMs = best.status === 'cooling' ? dependencies.health.getRestMs(best) : undefined;
  if (restMs !== undefined) return { restMs: Math.min(restMs, MAX_REST_MS) };
  for (const one of targets) {
    const { channel } = one;
    const release = takePlace(channel, task, dependencies);
    if (release === undefined) continue;
    const source = getSource(task);
    const use = dependencies.health.begin(one, source && findAccountKey(one, source.account)?.apiKey);
    const account = pinAccount(one, use.apiKey);
    const name = source?.upstreamModel ?? one.upstreamModel;
    const target = { upstreamModel: name, channelId: channel.id, channelName: channel.name };
    return { account, target, use, release };
  }
  return { restMs: FULL_MS };
}

function retakeRoute(
  task: VideoTask,
  { account, target }: Pick<Route, 'account' | 'target'>,
  dependencies: RouteDependencies,
): Route | Rest {
  const channel = findTaskChannel(task, account, dependencies);
  if (channel === undefined) return { account, target, use: undefined, release: () => undefined };
  const release = takePlace(channel, task, dependencies);
  if (release === undefined) return { restMs: FULL_MS };
  const { upstreamModel } = target;
  const use = dependencies.health.begin({ channel, upstreamModel }, account.apiKey);
  return { account, target, use, release };
}

/** Undefined where the channel is asked as much as it may be. */
function takePlace(
  { id, maxConcurrency }: Channel,
  { tokenId }: VideoTask,
  { slots }: Pick<WorkDependencies, 'slots'>,
): (() => void) | undefined {
  if (maxConcurrency === undefined) return () => undefined;
  try {
    const { signal } = new AbortController();
    const release = slots.acquire(id, maxConcurrency, { tokenId, signal, isImpatient: true });
    // Whoever is impatient has a place at once, or none.
    return release instanceof Promise ? undefined : release;
  } catch (error) {
    if (error instanceof GatewayError && error.kind === 'overloaded') return undefined;
    throw error;
  }
}
