import { type Channel, DEFAULT_TIMEOUTS, type Target, getTimeouts } from '#catalog';
import { type ChannelAuth, type DeclaredBy } from '#credentials';
import { type SecretBox } from '#secrets';
import { createHash } from 'node:crypto';

/** A provider account as it was when a task was sent to it. Later changes of the channel do not affect the task. */
export interface PinnedAccount {
  provider: string;
  apiKey?: string;
  baseUrl?: string;
  region?: string;
  project?: string;
  location?: string;
  /** The identity that is used instead of a key. */
  auth?: ChannelAuth;
  /** The source of the channel's declaration. Absent in accounts that an earlier version has stored. */
  declaredBy?: DeclaredBy;
  headers: Record<string, string>;
  timeouts: Channel['timeouts'];
  maxConnections?: number;
}

export function pinAccount(target: Target, apiKey: string | undefined): PinnedAccount {
  const { provider, baseUrl, region, project, location, auth, headers, maxConnections } = target.channel;
  const endpoint = { baseUrl, region, project, location };
  const identity = auth === undefined ? {} : { auth, declaredBy: target.channel.declaredBy };
  return {
    provider,
    apiKey,
    ...endpoint,
    ...identity,
    headers,
    timeouts: getTimeouts(target),
    maxConnections,
  };
}

/** The same name for the same key or identity at the same URL, for all channels that use this account. */
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
  // Omitted if empty, so that the names of accounts without these members stay the same as in earlier versions.
  const cloud = JSON.stringify({ region, project, location, auth });
  const digest = createHash('sha256')
    .update(JSON.stringify([provider, baseUrl, apiKey, ...(cloud === '{}' ? [] : [cloud])]))
    .digest('hex');
  return `${provider}-${digest.slice(0, 24)}`;
}

/** The key with which a channel uses this account; undefined if it does not. A channel without keys has no `apiKey`. */
export function findAccountKey(target: Target, account: string): { apiKey?: string } | undefined {
  const { apiKeys } = target.channel;
  const keys = apiKeys.length === 0 ? [{}] : apiKeys.map((apiKey) => ({ apiKey }));
  return keys.find(({ apiKey }: { apiKey?: string }) => accountName(pinAccount(target, apiKey)) === account);
}

export function sealAccount(box: SecretBox, taskId: string, account: PinnedAccount): Buffer {
  return box.seal(JSON.stringify(account), toSealContext(taskId));
}

export function openAccount(box: SecretBox, taskId: string, sealed: Uint8Array): PinnedAccount {
  const account = JSON.parse(box.open(sealed, toSealContext(taskId))) as PinnedAccount;
  // An earlier version may have stored the account with fewer timeouts.
  return { ...account, timeouts: { ...DEFAULT_TIMEOUTS, ...account.timeouts } };
}

function toSealContext(taskId: string): string {
  return `video_tasks/${taskId}/sealed_account`;
}
