import { type AdmittedCall, type HeldBudget } from '#admission';
import { type CancelSignal, type Form, GatewayError, type JsonObject } from '#canonical';
import { type Channel, type RoutedTarget, type Target, getTimeouts } from '#catalog';
import {
  type ResponseKind,
  type HttpTransport,
  type OutboundRequest,
  type UpstreamResponse,
  readBodyStart,
  sendWithDeadlines,
} from '#egress';
import { type AccountPlace, type Provider } from '#providers';
import { type FormatId, type RequestChange, changeRequest, decodeUpstreamError, readRequestId } from '#wire';
import { LRUCache } from 'lru-cache';
import { channelSecrets } from './channel-secrets.js';
import { isEventStream, toServerSentEvents } from './event-stream.js';
import { sendWithCredentials } from './send-with-credentials.js';
import { type UnreadResponse, requestHeaders } from './send-to-account.js';

const MAX_ERROR_BYTES = 256 * 1024;

/** The kind of response that is requested and can be read. */
export type Expected = 'json' | 'events' | 'events-or-json' | 'anything';

const ACCEPT: Record<Expected, string> = {
  json: 'application/json',
  events: 'text/event-stream',
  'events-or-json': 'text/event-stream, application/json',
  anything: '*/*',
};

const READABLE: Record<Expected, RegExp> = {
  json: /\bjson\b/i,
  events: /^text\/event-stream\b/i,
  'events-or-json': /^text\/event-stream\b|\bjson\b/i,
  anything: /^/,
};

/** Which timeouts apply. Audio is forwarded as it arrives, although no stream was requested. */
const RESPONSE_KINDS: Record<Expected, ResponseKind> = {
  json: 'whole',
  events: 'stream',
  'events-or-json': 'stream',
  anything: 'bytes',
};

/** A target, with the public name of its model, which the lists of tokens have. */
export type NamedTarget = Target & Pick<RoutedTarget, 'model'>;

export interface UpstreamCall {
  permit: AdmittedCall;
  /** The bill of the call. */
  budget: HeldBudget;
  target: NamedTarget;
  provider: Provider;
  format: FormatId;
  body: Uint8Array | Form;
  expected: Expected;
  /** Replaces the kind that follows from `expected`. */
  responseKind?: ResponseKind;
  /** Whether the request may be sent to another channel after a timeout. */
  isRepeatable?: boolean;
  apiKey: string | undefined;
  signal: CancelSignal;
  /** Headers of the client that are forwarded. */
  headers?: Record<string, string>;
  /** The trace of the attempt: its headers are sent, and it gets the URL. */
  trace?: CallTrace;
}

interface CallTrace {
  readonly headers: Record<string, string>;
  url: URL | undefined;
}

/**
 * Sends one request. Resolves to a response with a 2xx status and a readable content type; everything else is a
 * GatewayError.
 */
export async function callUpstream(http: HttpTransport, call: UpstreamCall): Promise<UnreadResponse> {
  const { permit, target, provider, expected } = call;
  const { channel } = target;
  permit.requireModel(target.model);
  const change = findChange(call);
  const request = buildRequest(change === undefined ? call : await applyChange(call, change));
  const wait = {
    answer: call.responseKind ?? RESPONSE_KINDS[expected],
    signal: call.signal,
    isRepeatable: call.isRepeatable,
    deadlines: getTimeouts(target),
    maxConnections: channel.maxConnections,
  };
  const send = (identified: OutboundRequest): Promise<UnreadResponse> => {
    const traced = call.trace === undefined ? identified : addTrace(identified, call.trace);
    return sendWithDeadlines(provider.transport ?? http.send, traced, wait);
  };
  const response = await (channel.credentials === undefined
    ? send(request)
    : sendWithCredentials({ ...channel, provider, permit }, request, {
        send,
        getHead: (response) => response,
        discard: (response) => response.discard(),
        signal: call.signal,
      }));
  if (response.status < 200 || response.status >= 300) await throwErrorResponse(response, channel);
  if (expected === 'events' && isEventStream(response)) return toServerSentEvents(response, channel);
  if (!isReadable(response, expected)) {
    response.discard();
    throw unexpectedFormat(response, expected);
  }
  return response;
}

/** Added last, because a signature covers a list of headers and allows additional ones. */
function addTrace(request: OutboundRequest, trace: CallTrace): OutboundRequest {
  trace.url = request.url;
  return { ...request, headers: { ...request.headers, ...trace.headers } };
}

async function applyChange(call: UpstreamCall, change: RequestChange): Promise<UpstreamCall> {
  const { body } = call;
  if (!(body instanceof Uint8Array)) return call;
  const { headers, members } = moveHeadersToBody(call.headers, change.fromHeaders);
  const whole = members === undefined ? change : { ...change, add: { ...change.add, ...members } };
  return { ...call, headers, body: await changeRequest(toBuffer(body), whole) };
}

/** Moves lists from headers to the body, for providers that expect them there. */
function moveHeadersToBody(
  headers: UpstreamCall['headers'],
  names: RequestChange['fromHeaders'],
): { headers: UpstreamCall['headers']; members?: JsonObject } {
  if (headers === undefined || names === undefined) return { headers };
  const rest = { ...headers };
  const members: JsonObject = {};
  for (const [header, member] of Object.entries(names)) {
    const values = rest[header]?.split(',').map((value) => value.trim()) ?? [];
    delete rest[header];
    if (values.length > 0) members[member] = values.filter((value) => value !== '');
  }
  return { headers: rest, members };
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** How the provider of a target changes the body of a request. */
export function findChange(
  call: Pick<UpstreamCall, 'provider' | 'format' | 'expected'> & { target: Target },
): RequestChange | undefined {
  if (call.provider.changeRequest === undefined) return undefined;
  return findEndpoint(call, call.expected === 'events').change;
}

function buildRequest(call: UpstreamCall): OutboundRequest {
  const { permit, target, provider, expected, apiKey, headers, body } = call;
  const { url, cachedHeaders } = findEndpoint(call, expected === 'events');
  const account = { provider, apiKey, headers: target.channel.headers, permit };
  const accept = ACCEPT[expected];
  if (headers !== undefined || !(body instanceof Uint8Array)) {
    return { method: 'POST', url, headers: requestHeaders(account, { accept, headers, body }), body };
  }
  const key = `${expected} ${apiKey}`;
  let cached = cachedHeaders.get(key);
  if (cached === undefined) {
    cached = requestHeaders(account, { accept, body });
    cachedHeaders.set(key, cached);
  }
  return { method: 'POST', url, headers: cached, body };
}

type EndpointCall = Pick<UpstreamCall, 'provider' | 'format'> & { target: Target };

export function getEndpoint(call: EndpointCall, isStreamed = false): URL {
  return findEndpoint(call, isStreamed).url;
}

function findEndpoint({ target, provider, format }: EndpointCall, isStreamed: boolean): Endpoint {
  const { channel, upstreamModel } = target;
  const endpoints = getEndpoints(channel);
  const key = `${format} ${isStreamed} ${upstreamModel}`;
  let endpoint = endpoints.get(key);
  if (endpoint === undefined) {
    const call = { ...getPlace(channel), upstreamModel, isStreamed };
    const url = provider.endpoint(format, call);
    endpoint = { url, cachedHeaders: new Map(), change: provider.changeRequest?.(format, call) };
    endpoints.set(key, endpoint);
  }
  return endpoint;
}

/** The part of a channel that determines its URLs. */
export function getPlace(channel: AccountPlace): AccountPlace {
  const { baseUrl, apiVersion, region, project, location } = channel;
  return { baseUrl, apiVersion, region, project, location };
}

/** The URL for a model of a channel in a format. */
interface Endpoint {
  url: URL;
  /** How the provider changes the body. */
  change: RequestChange | undefined;
  /** Headers for JSON requests without client headers, by `expected` and API key. */
  cachedHeaders: Map<string, Record<string, string>>;
}

/** Per channel. Limited, because clients can invent model names. */
const MAX_ENDPOINTS = 250;

const endpointsByChannel = new WeakMap<Channel, LRUCache<string, Endpoint>>();

/** Cached, because building a URL and its headers is slower than everything else that depends on the channel. */
function getEndpoints(channel: Channel): LRUCache<string, Endpoint> {
  let endpoints = endpointsByChannel.get(channel);
  if (endpoints === undefined) {
    endpoints = new LRUCache({ max: MAX_ENDPOINTS });
    endpointsByChannel.set(channel, endpoints);
  }
  return endpoints;
}

async function throwErrorResponse(response: UpstreamResponse, channel: Channel): Promise<void> {
  const { status, headers } = response;
  // Only the beginning of a long error body is read.
  const body = await readBodyStart(response.body, MAX_ERROR_BYTES);
  throw decodeErrorResponse({ status, headers, body }, channel);
}

interface ErrorResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Uint8Array;
}

/** Converts an error response of an upstream to a GatewayError. */
export function decodeErrorResponse(
  { status, headers, body }: ErrorResponse,
  channel: Channel,
): GatewayError {
  const retryAfter = single(headers['retry-after']);
  return decodeUpstreamError({ status, retryAfter, headers, body, secrets: channelSecrets(channel) });
}

function isReadable({ headers }: UpstreamResponse, expected: Expected): boolean {
  const contentType = single(headers['content-type']) ?? '';
  const encoding = single(headers['content-encoding']) ?? 'identity';
  return READABLE[expected].test(contentType) && encoding === 'identity';
}

function unexpectedFormat({ status, headers }: UpstreamResponse, expected: Expected): GatewayError {
  const type = single(headers['content-type'])?.split(';', 1)[0] ?? 'of no content type';
  const encoding = single(headers['content-encoding']) ?? 'identity';
  const problem = READABLE[expected].test(type)
    ? `compressed with ${encoding}`
    : `${type}, not ${ACCEPT[expected]}`;
  return new GatewayError(
    'upstream-bad-response',
    'The provider returned a response in an unexpected format.',
    {
      upstreamStatus: status,
      report: { message: `The response is ${problem}.`, requestId: readRequestId(headers) },
    },
  );
}

export function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
