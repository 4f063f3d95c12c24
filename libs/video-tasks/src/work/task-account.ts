import { permitTask } from '#admission/task-permit';
import { type VideoCapability, type VideoPlace } from '#providers';
import { VideoUpstream, channelSecrets } from '#upstream';
import { type PinnedAccount, accountName, openAccount, pinAccount } from '../pinned-account.js';
import { type VideoTask } from '../task.js';
import { type AccountAccess, type ChannelRouting } from './work-dependencies.js';

/** What is needed for requests to the account of a task. */
export interface TaskAccount {
  account: PinnedAccount;
  capability: VideoCapability;
  place: VideoPlace;
  upstream: VideoUpstream;
  /** Values that must be removed from messages to the client. */
  secrets: readonly string[];
}

export function buildTaskAccount(
  task: VideoTask,
  account: PinnedAccount,
  upstreamModel: string,
  {
    http,
    findProvider,
    openCredentials,
  }: Pick<AccountAccess & ChannelRouting, 'http' | 'findProvider' | 'openCredentials'>,
): TaskAccount {
  const provider = findProvider(account.provider);
  if (provider?.video === undefined) throw new Error(`${account.provider} does not support video generation`);
  const { apiKey, baseUrl, region, project, location, auth } = account;
  const credentials = auth === undefined ? undefined : openCredentials?.({ ...account, auth });
  return {
    account,
    capability: provider.video,
    place: { baseUrl, region, project, location, upstreamModel },
    upstream: new VideoUpstream(http, {
      ...account,
      provider,
      apiKey,
      credentials,
      permit: permitTask(task),
    }),
    secrets: channelSecrets({ apiKeys: apiKey === undefined ? [] : [apiKey], baseUrl, auth, credentials }),
  };
}

/** The account to which a task was sent. */
export function getTaskAccount(
  task: VideoTask,
  dependencies: AccountAccess & Pick<ChannelRouting, 'findProvider' | 'catalog'>,
): TaskAccount {
  const { sealedAccount, upstreamModel } = task;
  if (sealedAccount === undefined || upstreamModel === undefined)
    throw new Error(`${task.id} has no account`);
  return buildTaskAccount(
    task,
    unsealTaskAccount(task, sealedAccount, dependencies),
    upstreamModel,
    dependencies,
  );
}

/**
 * Decrypts the account of a task. An account that an earlier version has stored has no `declaredBy`: it is that of the
 * channel, if the channel still uses the same account.
 */
export function unsealTaskAccount(
  { id, channelId }: Pick<VideoTask, 'id' | 'channelId'>,
  sealed: Uint8Array,
  { secretBox, catalog }: Pick<AccountAccess & ChannelRouting, 'secretBox' | 'catalog'>,
): PinnedAccount {
  const account = openAccount(secretBox, id, sealed);
  if (account.auth === undefined || account.declaredBy !== undefined) return account;
  const channel = catalog.activeChannels.find(({ id: activeId }) => activeId === channelId);
  if (channel === undefined) return account;
  const current = pinAccount({ channel, upstreamModel: '' }, account.apiKey);
  const isSame = accountName(current) === accountName(account);
  return isSame ? { ...account, declaredBy: channel.declaredBy } : account;
}
