import { PublicUrl } from '#config';
import { PublicFetcher } from '#egress';
import { Inject, Injectable } from '@nestjs/common';
import { CALLBACK_PATH, CallbackSigner } from '../callback-signer.js';

/** The URLs to which providers send callbacks. */
@Injectable()
export class CallbackLinks {
  constructor(
    private readonly signer: CallbackSigner,
    @Inject(PublicUrl) private readonly publicUrl: Pick<PublicUrl, 'current'>,
    @Inject(PublicFetcher) private readonly fetcher: Pick<PublicFetcher, 'isAllowed' | 'isPublicAddress'>,
  ) {}

  /**
   * The callback URL of a task. Undefined if the gateway is not reachable from the Internet: some providers test the
   * URL and reject tasks if it does not respond.
   */
  async build(taskId: string): Promise<string | undefined> {
    const base = new URL(this.publicUrl.current);
    // Plain HTTP is used only for internal addresses that the operator has allowed.
    if (base.protocol !== 'https:' && this.fetcher.isPublicAddress(base.hostname)) return undefined;
    if (!(await this.fetcher.isAllowed(base.href))) return undefined;
    return `${base.href.replace(/\/$/, '')}${CALLBACK_PATH}/${taskId}/${this.signer.sign(taskId)}`;
  }
}
