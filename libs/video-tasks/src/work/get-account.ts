import { type VideoCapability, type VideoPlace } from '#providers';
import { VideoUpstream, channelSecrets } from '#upstream';
import { type PinnedAccount, accountName, openAccount, pinAccount } from '../pinned-account.js';
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
  {
    http,
    findProvider,
    openCredentials,
  }: Pick<WorkDependencies, 'http' | 'findProvider' | 'openCredentials'>,
): TaskAccount {
  const provider = findProvider(account.provider);
  if (provider?.video === undefined) throw new Error(`${account.provider} makes no videos`);
  const { apiKey, baseUrl, region, project, location, auth } = account;
  const credentials = auth === undefined ? undefined : openCredentials?.({ ...account, auth });
  return {
    account,
    capability: provider.video,
    place: { baseUrl, region, project, location, upstreamModel },
    upstream: new VideoUpstream(http, { ...account, provider, apiKey, credentials }),
    secrets: channelSecrets({ apiKeys: apiKey === undefined ? [] : [apiKey], baseUrl, auth, credentials }),
  };
}

/** The account that a task was given to. */
export function getAccount(
  task: VideoTask,
  dependencies: Pick<WorkDependencies, 'http' | 'secretBox' | 'findProvider' | 'openCredentials' | 'catalog'>,
): TaskAccount {
  const { sealedAccount, upstreamModel } = task;
  if (sealedAccount === undefined || upstreamModel === undefined)
    throw new Error(`${task.id} has no account`);
  return taskAccount(openTaskAccount(task, sealedAccount, dependencies), upstreamModel, dependencies);
}

/**
 * The sealed account of a task. One that an earlier version has sealed does not say who declared it: it counts as its
 * channel does, while that still leads to the same account.
 */
export function openTaskAccount(
  { id, channelId }: Pick<VideoTask, 'id' | 'channelId'>,
  sealed: Uint8Array,
  { secretBox, catalog }: Pick<WorkDependencies, 'secretBox' | 'catalog'>,
): PinnedAccount {
  const account = openAccount(secretBox, id, sealed);
  if (account.auth === undefined || account.declaredBy !== undefined) return account;
  const channel = catalog.activeChannels.find((one) => one.id === channelId);
  if (channel === undefined) return account;
  const current = pinAccount({ channel, upstreamModel: '' }, account.apiKey);
  const isSame = accountName(current) === accountName(account);
  return isSame ? { ...account, declaredBy: channel.declaredBy } : account;
}
