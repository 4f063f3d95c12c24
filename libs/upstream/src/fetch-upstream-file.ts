import { GatewayError } from '#canonical';
import { type HttpTransport, readWholeBody } from '#egress';
import { type UpstreamCall } from './call-upstream.js';
import { sendToAccount } from './send-to-account.js';

export interface FileCall extends Pick<UpstreamCall, 'target' | 'provider' | 'apiKey' | 'signal'> {
  url: URL;
  maxBytes: number;
}

/** Fetches a file from the address of a channel, as the channel does everything there. Redirects are not followed. */
export async function fetchUpstreamFile(http: HttpTransport, call: FileCall): Promise<Buffer> {
  const { url, target, provider, apiKey, signal, maxBytes } = call;
  const response = await sendToAccount(
    http,
    { ...target.channel, provider, apiKey },
    { method: 'GET', url, accept: '*/*' },
    // As a whole: what it is part of has been paid for, and must not be begun elsewhere because a file is slow.
    { answer: 'whole', signal },
  );
  if (response.status === 200) return readWholeBody(response.body, maxBytes);
  response.discard();
  throw new GatewayError(
    'upstream-bad-response',
    'The model service answered with a link that leads to nothing.',
    { upstreamStatus: response.status },
  );
}
