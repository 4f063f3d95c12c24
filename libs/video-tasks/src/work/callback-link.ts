import { type PublicFetcher } from '#egress';
import { CALLBACK_PATH, type CallbackSigner } from '../callback-signer.js';

export interface CallbackOptions {
  signer: CallbackSigner;
  /** The public URL of the gateway. */
  publicUrl: () => string;
  fetcher: Pick<PublicFetcher, 'isAllowed' | 'isPublicAddress'>;
}

/**
 * The callback URL of a task. Undefined if the gateway is not reachable from the Internet: some providers test the URL
 * and reject tasks if it does not respond.
 */
export async function buildCallbackLink(
  taskId: string,
  { signer, publicUrl, fetcher }: CallbackOptions,
): Promise<string | undefined> {
  const base = new URL(publicUrl());
  // Plain HTTP is used only for internal addresses that the operator has allowed.
  if (base.protocol !== 'https:' && fetcher.isPublicAddress(base.hostname)) return undefined;
  if (!(await fetcher.isAllowed(base.href))) return undefined;
  return `${base.href.replace(/\/$/, '')}${CALLBACK_PATH}/${taskId}/${signer.sign(taskId)}`;
}
