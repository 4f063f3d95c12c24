import { type PublicFetcher } from '#egress';
import { CALLBACK_PATH, type CallbackSigner } from '../callback-signer.js';

export interface CallbackPlace {
  signer: CallbackSigner;
  /** Where clients reach the gateway. */
  publicUrl: () => string;
  fetcher: Pick<PublicFetcher, 'isAllowed' | 'isPublicAddress'>;
}

/**
 * The address at which a service may say that a task has come further. Undefined where a stranger could not reach it:
 * some services try it out, and take no task with an address that does not answer.
 */
export async function buildCallbackLink(
  taskId: string,
  { signer, publicUrl, fetcher }: CallbackPlace,
): Promise<string | undefined> {
  const base = new URL(publicUrl());
  // Without encryption only inside, where the operator has allowed it.
  if (base.protocol !== 'https:' && fetcher.isPublicAddress(base.hostname)) return undefined;
  if (!(await fetcher.isAllowed(base.href))) return undefined;
  return `${base.href.replace(/\/$/, '')}${CALLBACK_PATH}/${taskId}/${signer.sign(taskId)}`;
}
