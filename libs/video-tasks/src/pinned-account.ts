import { type Channel, DEFAULT_TIMEOUTS, type Target, getTimeouts } from '#catalog';
import { type ChannelAuth, type DeclaredBy } from '#credentials';
import { type SecretBox } from '#secrets';
import { createHash } from 'node:crypto';

/** An account as it was when a task was given to it. What happens to the channel later does not concern the task. */
export interface PinnedAccount {
  provider: string;
  apiKey?: string;
  baseUrl?: string;
  region?: string;
  project?: string;
  location?: string;
  /** Who it is, in place of a key. */
  auth?: ChannelAuth;
  /** Who declared the channel. Accounts that an earlier version has pinned do not say it. */
  declaredBy?: DeclaredBy;
  headers: Record<string, string>;
  timeouts: Channel['timeouts'];
  maxConnections?: number;
}

export function pinAccount(target: Target, apiKey: string | undefined): PinnedAccount {
  const { provider, baseUrl, region, project, location, auth, headers, maxConnections } = target.channel;
  const place = { baseUrl, region, project, location };
  const identity = auth === undefined ? {} : { auth, declaredBy: target.channel.declaredBy };
  return { provider, apiKey, ...place, ...identity, headers, timeouts: getTimeouts(target), maxConnections };
}

/** One name for one account: the same key or identity at the same address, whatever channels lead there. */
export function accountName({
  provider,
  apiKey = '',
  baseUrl = '',
  region,
  project,
  location,
  auth,
}: Pick<
  PinnedAccount,
  'provider' | 'apiKey' | 'baseUrl' | 'region' | 'project' | 'location' | 'auth'
>): string {
  // Accounts without these are called what they were called before there were any.
  const cloud = JSON.stringify({ region, project, location, auth });
  const digest = createHash('sha256')
    .update(JSON.stringify([provider, baseUrl, apiKey, ...(cloud === '{}' ? [] : [cloud])]))
    .digest('hex');
  return `${provider}-${digest.slice(0, 24)}`;
}

/** The key by which a channel leads to an account, if it does; a channel without keys leads there without one. */
export function findAccountKey(target: Target, account: string): { apiKey?: string } | undefined {
  const { apiKeys } = target.channel;
  const keys = apiKeys.length === 0 ? [{}] : apiKeys.map((apiKey) => ({ apiKey }));
  return keys.find(({ apiKey }: { apiKey?: string }) => accountName(pinAccount(target, apiKey)) === account);
}

export function sealAccount(box: SecretBox, taskId: string, account: PinnedAccount): Buffer {
  return box.seal(JSON.stringify(account), toPlace(taskId));
}

export function openAccount(box: SecretBox, taskId: string, sealed: Uint8Array): PinnedAccount {
  const account = JSON.parse(box.open(sealed, toPlace(taskId))) as PinnedAccount;
  // It may have been sealed before there were all of them.
  return { ...account, timeouts: { ...DEFAULT_TIMEOUTS, ...account.timeouts } };
}

function toPlace(taskId: string): string {
  return `video_tasks/${taskId}/sealed_account`;
}
