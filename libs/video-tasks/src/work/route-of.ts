import { createHash } from 'node:crypto';
import { type Target } from '#catalog';
import { type PinnedAccount, openAccount, pinAccount } from '../pinned-account.js';
import { type VideoTask } from '../task.js';
import { chooseTarget } from './choose-target.js';
import { type WorkParts } from './work-parts.js';

/** Which account a task goes to, and by which channel. */
export interface Route {
  target: Pick<Target, 'upstreamModel'> & { channelId: string; channelName: string };
  account: PinnedAccount;
}

/** The account that the task has already, where it is to be asked again; otherwise the best there is. */
export function routeOf(
  task: VideoTask,
  parts: Pick<WorkParts, 'catalog' | 'secretBox' | 'findProvider'>,
): Route | undefined {
  const { sealedAccount, upstreamModel, channelId, channelName } = task;
  if (sealedAccount !== undefined && upstreamModel !== undefined && channelId !== undefined) {
    const account = openAccount(parts.secretBox, task.id, sealedAccount);
    return { account, target: { upstreamModel, channelId, channelName: channelName ?? '' } };
  }
  const target = chooseTarget(task, parts);
  if (target === undefined) return undefined;
  const { channel, upstreamModel: name } = target;
  const { apiKeys } = channel;
  const turn = createHash('sha256').update(task.id).digest().readUInt32BE(0);
  const account = pinAccount(channel, apiKeys[turn % Math.max(apiKeys.length, 1)]);
  return { account, target: { upstreamModel: name, channelId: channel.id, channelName: channel.name } };
}
