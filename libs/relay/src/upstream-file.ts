import { GatewayError } from '#canonical';
import { type HttpTransport, readWholeBody, sendWithDeadlines } from '#egress';
import { OUR_HEADERS, type UpstreamCall, channelHeaders } from './upstream-call.js';

export interface FileCall extends Pick<UpstreamCall, 'target' | 'provider' | 'apiKey' | 'signal'> {
  url: URL;
  maxBytes: number;
}

const NOTHING = new Uint8Array();

/** Fetches a file from the address of a channel, as the channel does everything there. Redirects are not followed. */
export async function fetchUpstreamFile(http: HttpTransport, call: FileCall): Promise<Buffer> {
  const { url, target, provider, apiKey, signal, maxBytes } = call;
  const { channel } = target;
  const headers = { accept: '*/*', ...OUR_HEADERS, ...channelHeaders(channel, provider, apiKey) };
  const response = await sendWithDeadlines(
    http.send,
    { method: 'GET', url, headers, body: NOTHING },
    // As a whole: what it is part of has been paid for, and must not be begun elsewhere because a file is slow.
    {
      deadlines: channel.timeouts,
      answer: 'whole',
      signal,
      maxConnections: channel.maxConnections,
    },
  );
  if (response.status === 200) return readWholeBody(response.body, maxBytes);
  response.discard();
  throw new GatewayError(
    'upstream-bad-response',
    'The model service answered with a link that leads to nothing.',
    { upstreamStatus: response.status },
  );
}
