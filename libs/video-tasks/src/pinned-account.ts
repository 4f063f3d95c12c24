import { type Channel, DEFAULT_TIMEOUTS, type Target, getTimeouts } from '#catalog';
import { type SecretBox } from '#secrets';
import { createHash } from 'node:crypto';

/** An account as it was when a task was given to it. What happens to the channel later does not concern the task. */
export interface PinnedAccount {
  provider: string;
  apiKey?: string;
  baseUrl?: string;
  headers: Record<string, string>;
  timeouts: Channel['timeouts'];
  maxConnections?: number;
}

export function pinAccount(target: Target, apiKey: string | undefined): PinnedAccount {
  const { provider, baseUrl, headers, maxConnections } = target.channel;
  return { provider, apiKey, baseUrl, headers, timeouts: getTimeouts(target), maxConnections };
}

/** One name for one account: the same key at the same address, whatever channels lead there. */
export function accountName({ provider, apiKey = '', baseUrl = '' }: PinnedAccount): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([provider, baseUrl, apiKey]))
    .digest('hex');
  return `${provider}-${digest.slice(0, 24)}`;
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
