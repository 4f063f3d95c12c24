import { type Channel, type Choice } from '#catalog';
import { makesVideos } from '#providers';
import { type PinnedAccount, findAccountKey } from '../pinned-account.js';
import { type RemixSource, type VideoTask } from '../task.js';
import { type ChannelRouting } from './work-dependencies.js';

type ChoiceDependencies = Pick<ChannelRouting, 'catalog' | 'findProvider' | 'health' | 'getPrice'>;

/** The channels that create videos with the model of a task and have not refused it. The best is first. */
export function findTargets(task: VideoTask, dependencies: ChoiceDependencies): Choice[] {
  const { refusedChannels, request } = task;
  const source = getSourceVideo(task);
  return listChoices(request.model, dependencies).filter(
    (choice) =>
      // The held price is not valid for fallback models.
      choice.reason !== 'fallback' &&
      !refusedChannels.includes(choice.channel.id) &&
      makesVideos(dependencies.findProvider(choice.channel.provider), choice.upstreamModel) &&
      // Only the account that created a video can remix it.
      (source === undefined || findAccountKey(choice, source.account) !== undefined),
  );
}

/** The video that a task remixes. The encrypted request is decrypted only if there is one. */
export function getSourceVideo({ request }: Pick<VideoTask, 'request'>): RemixSource | undefined {
  return request.remixOf === undefined ? undefined : request.source;
}

/** Whether another channel than that of the task is healthy or can be probed. */
export function hasAlternative(task: VideoTask, dependencies: ChoiceDependencies): boolean {
  return findTargets(task, dependencies).some(
    ({ channel, status }) => channel.id !== task.channelId && (status === 'healthy' || status === 'probe'),
  );
}

/** The channel through which a task was sent to its account, if it still uses that account. */
export function findTaskChannel(
  { channelId }: Pick<VideoTask, 'channelId'>,
  account: PinnedAccount,
  { catalog }: Pick<ChannelRouting, 'catalog'>,
): Channel | undefined {
  const channel = catalog.activeChannels.find(({ id }) => id === channelId);
  if (channel?.provider !== account.provider || channel.baseUrl !== account.baseUrl) return undefined;
  const hasKey =
    account.apiKey === undefined ? channel.apiKeys.length === 0 : channel.apiKeys.includes(account.apiKey);
  return hasKey ? channel : undefined;
}

function listChoices(model: string, { catalog, health, getPrice }: ChoiceDependencies): Choice[] {
  try {
    return catalog.choose({ model, capability: 'video', health, getPrice });
  } catch {
    // No channel serves the model any more.
    return [];
  }
}
