import { type VideoCapability, type VideoPlace } from '#providers';
import { VideoUpstream, channelSecrets } from '#upstream';
import { type PinnedAccount, openAccount } from '../pinned-account.js';
import { type VideoTask } from '../task.js';
import { type WorkDependencies } from './work-dependencies.js';

/** Everything that is needed to talk to the account of a task. */
export interface TaskAccount {
  account: PinnedAccount;
  capability: VideoCapability;
  place: VideoPlace;
  upstream: VideoUpstream;
  /** Words of ours that must not be repeated to the client. */
  secrets: readonly string[];
}

export function taskAccount(
  account: PinnedAccount,
  upstreamModel: string,
  { http, findProvider }: Pick<WorkDependencies, 'http' | 'findProvider'>,
): TaskAccount {
  const provider = findProvider(account.provider);
  if (provider?.video === undefined) throw new Error(`${account.provider} makes no videos`);
  return {
    account,
    capability: provider.video,
    place: { baseUrl: account.baseUrl, upstreamModel },
    upstream: new VideoUpstream(http, { ...account, provider, apiKey: account.apiKey }),
    secrets: channelSecrets({
      apiKeys: account.apiKey === undefined ? [] : [account.apiKey],
      baseUrl: account.baseUrl,
    }),
  };
}

/** The account that a task was given to. */
export function getAccount(
  task: VideoTask,
  dependencies: Pick<WorkDependencies, 'http' | 'secretBox' | 'findProvider'>,
): TaskAccount {
  const { sealedAccount, upstreamModel } = task;
  if (sealedAccount === undefined || upstreamModel === undefined)
    throw new Error(`${task.id} has no account`);
  return taskAccount(
    openAccount(dependencies.secretBox, task.id, sealedAccount),
    upstreamModel,
    dependencies,
  );
}
