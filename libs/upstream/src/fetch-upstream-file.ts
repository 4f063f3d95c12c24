import { GatewayError } from '#canonical';
import { type HttpTransport, readWholeBody } from '#egress';
import { type UpstreamCall } from './call-upstream.js';
import { sendToAccount } from './send-to-account.js';

export interface FileCall extends Pick<UpstreamCall, 'permit' | 'target' | 'provider' | 'apiKey' | 'signal'> {
  url: URL;
  maxBytes: number;
}

/** Fetches a file from the address of a channel, with its key and headers. Redirects are not followed. */
export async function fetchUpstreamFile(http: HttpTransport, call: FileCall): Promise<Buffer> {
  const { url, permit, target, provider, apiKey, signal, maxBytes } = call;
  permit.requireModel(target.model);
  const response = await sendToAccount(
    http,
    { ...target.channel, provider, apiKey, permit },
    { method: 'GET', url, accept: '*/*' },
    // `whole`, so that a timeout does not cause a retry: the request that the file belongs to was already charged.
    { answer: 'whole', signal },
  );
  if (response.status === 200) return readWholeBody(response.body, maxBytes);
  response.discard();
  throw new GatewayError('upstream-bad-response', 'The provider returned a link that does not work.', {
    upstreamStatus: response.status,
  });
}
