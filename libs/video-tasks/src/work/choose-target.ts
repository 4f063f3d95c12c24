import { type Channel, type Choice } from '#catalog';
import { makesVideos } from '#providers';
import { type PinnedAccount, findAccountKey } from '../pinned-account.js';
import { type RemixSource, type VideoTask } from '../task.js';
import { type WorkDependencies } from './work-dependencies.js';

type ChoiceDependencies = Pick<WorkDependencies, 'catalog' | 'findProvider' | 'health' | 'getPrice'>;

/** The channels that make videos with the model of a task and have not refused it: best first, as for any request. */
export function buildTargets(task: VideoTask, dependencies: ChoiceDependencies): Choice[] {
  const { refusedChannels, request } = task;
  const source = getSource(task);
  return choicesFor(request.model, dependencies).filter(
    (choice) =>
      // What a task may cost was agreed for its own model, not for another that could stand in.
      choice.reason !== 'fallback' &&
      !refusedChannels.includes(choice.channel.id) &&
      makesVideos(dependencies.findProvider(choice.channel.provider), choice.upstreamModel) &&
      // Nobody but the account that made a video can start from it.
      (source === undefined || findAccountKey(choice, source.account) !== undefined),
  );
}

/** The video that a task starts from. What is sealed is opened only where there is such a video. */
export function getSource({ request }: Pick<VideoTask, 'request'>): RemixSource | undefined {
  return request.remixOf === undefined ? undefined : request.source;
}

/** Whether there is a channel beside the one of this task that nothing is known against. */
export function hasAlternative(task: VideoTask, dependencies: ChoiceDependencies): boolean {
  return buildTargets(task, dependencies).some(
    ({ channel, status }) => channel.id !== task.channelId && (status === 'healthy' || status === 'probe'),
  );
}

/** The channel through which a task was given to its account, where it still leads to that account. */
export function findTaskChannel(
  { channelId }: Pick<VideoTask, 'channelId'>,
  account: PinnedAccount,
  { catalog }: Pick<WorkDependencies, 'catalog'>,
): Channel | undefined {
  const channel = catalog.activeChannels.find(({ id }) => id === channelId);
  if (channel?.provider !== account.provider || channel.baseUrl !== account.baseUrl) return undefined;
  const isItsKey =
    account.apiKey === undefined ? channel.apiKeys.length === 0 : channel.apiKeys.includes(account.apiKey);
  return isItsKey ? channel : undefined;
}

function choicesFor(model: string, { catalog, health, getPrice }: ChoiceDependencies): Choice[] {
  try {
    return catalog.choose({ model, capability: 'video', health, getPrice });
  } catch {
    // No channel serves the model any more.
    return [];
  }
}
