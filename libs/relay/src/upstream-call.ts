import { GatewayError } from '#canonical';
import { type Channel } from '#catalog';
import { type HttpTransport, type UpstreamResponse, readWholeBody, sendWithDeadlines } from '#egress';
import { WIRE_FORMATS } from '#wire';
import { type UsablePlan } from './plan-relay.js';

const MAX_ERROR_BYTES = 256 * 1024;

export interface UpstreamCall {
  plan: UsablePlan;
  body: Buffer;
  /** Headers of the client that the upstream understands. */
  headers: Record<string, string>;
  apiKey: string | undefined;
  isStreamed: boolean;
  /** Words of ours that the upstream must not repeat to the client. */
  secrets: readonly string[];
  signal: AbortSignal;
}

/** Makes one call. Resolves to an answer that promises well by its head; every other outcome is a GatewayError. */
export async function callUpstream(http: HttpTransport, call: UpstreamCall): Promise<UpstreamResponse> {
  const { plan, signal } = call;
  const { channel, upstreamModel } = plan.target;
  const request = {
    url: plan.chat.endpoint(plan.upstreamFormat, {
      baseUrl: channel.baseUrl,
      apiVersion: channel.apiVersion,
      upstreamModel,
      isStreamed: call.isStreamed,
    }),
    headers: requestHeaders(channel, call),
    body: call.body,
  };
  const transport = plan.provider.transport ?? http.send;
  const response = await sendWithDeadlines(transport, request, { deadlines: channel.timeouts, signal });
  await refuseFailure(response, call);
  if (!isReadable(response, call.isStreamed)) {
    response.discard();
    throw new GatewayError(
      'upstream-bad-response',
      'The model service answered in a form that was not asked for.',
    );
  }
  return response;
}

function requestHeaders(
  channel: Channel,
  { plan, apiKey, isStreamed, headers }: UpstreamCall,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: isStreamed ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'modelgate',
    ...plan.chat.headers,
    ...headers,
    ...lowerCased(channel.headers),
    ...(apiKey === undefined ? {} : plan.chat.authorize(apiKey)),
  };
}

/** Two spellings of one name would be sent as two headers. */
function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function refuseFailure(response: UpstreamResponse, { plan, secrets }: UpstreamCall): Promise<void> {
  const { status, headers } = response;
  if (status >= 200 && status < 300) return;
  const body = await readWholeBody(response.body, MAX_ERROR_BYTES);
  const retryAfter = single(headers['retry-after']);
  throw WIRE_FORMATS[plan.upstreamFormat].decodeError({ status, retryAfter, body, secrets });
}

function isReadable({ headers }: UpstreamResponse, isStreamed: boolean): boolean {
  const contentType = single(headers['content-type']) ?? '';
  const encoding = single(headers['content-encoding']) ?? 'identity';
  const isExpected = isStreamed ? /^text\/event-stream\b/i.test(contentType) : /\bjson\b/i.test(contentType);
  return isExpected && encoding === 'identity';
}

export function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
