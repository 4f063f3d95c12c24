import { type CancelSignal, type Form, GatewayError, type JsonObject } from '#canonical';
import { type Channel, type Target, getTimeouts } from '#catalog';
import {
  type AnswerKind,
  type HttpTransport,
  type OutboundRequest,
  type UpstreamResponse,
  readBodyStart,
  sendWithDeadlines,
} from '#egress';
import { type AccountPlace, type Provider } from '#providers';
import { type FormatId, type RequestChange, changeRequest, decodeUpstreamError } from '#wire';
import { channelSecrets } from './channel-secrets.js';
import { isEventStream, toServerSentEvents } from './event-stream.js';
import { sendIdentified } from './send-identified.js';
import { type UnreadAnswer, requestHeaders } from './send-to-account.js';

const MAX_ERROR_BYTES = 256 * 1024;

/** What kind of answer is asked for, and can be read. */
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

/** How long each may take. Audio is passed on as it comes, though nobody asked for a stream. */
const ANSWERS: Record<Expected, AnswerKind> = {
  json: 'whole',
  events: 'stream',
  'events-or-json': 'stream',
  anything: 'bytes',
};

export interface UpstreamCall {
  target: Target;
  provider: Provider;
  format: FormatId;
  body: Uint8Array | Form;
  expected: Expected;
  /** Where it is not as usual for what is expected. */
  answer?: AnswerKind;
  /** Whether it may be asked elsewhere when it did not come in time. */
  isRepeatable?: boolean;
  apiKey: string | undefined;
  signal: CancelSignal;
  /** Headers of the client that the upstream understands. */
  headers?: Record<string, string>;
  /** Of the attempt, where traces are wanted: the upstream is told of it, and it learns where it went. */
  trace?: CallTrace;
}

interface CallTrace {
  readonly headers: Record<string, string>;
  url: URL | undefined;
}

/** Makes one call. Resolves to an answer that promises well by its head; every other outcome is a GatewayError. */
export async function callUpstream(http: HttpTransport, call: UpstreamCall): Promise<UnreadAnswer> {
  const { target, provider, expected } = call;
  const { channel } = target;
  const change = findChange(call);
  const request = buildRequest(change === undefined ? call : await changeCall(call, change));
  const wait = {
    answer: call.answer ?? ANSWERS[expected],
    signal: call.signal,
    isRepeatable: call.isRepeatable,
    deadlines: getTimeouts(target),
    maxConnections: channel.maxConnections,
  };
  const send = (identified: OutboundRequest): Promise<UnreadAnswer> => {
    const sent = call.trace === undefined ? identified : addTrace(identified, call.trace);
    return sendWithDeadlines(provider.transport ?? http.send, sent, wait);
  };
  const response = await (channel.credentials === undefined
    ? send(request)
    : sendIdentified({ ...channel, provider }, request, {
        send,
        getHead: (answer) => answer,
        discard: (answer) => answer.discard(),
        signal: call.signal,
      }));
  if (response.status < 200 || response.status >= 300) await refuseFailure(response, channel);
  if (expected === 'events' && isEventStream(response)) return toServerSentEvents(response, channel);
  if (!isReadable(response, expected)) {
    response.discard();
    throw new GatewayError(
      'upstream-bad-response',
      'The model service answered in a form that was not asked for.',
    );
  }
  return response;
}

/** Last of all: a signature names the headers that it is for, and others may come on top. */
function addTrace(request: OutboundRequest, trace: CallTrace): OutboundRequest {
  trace.url = request.url;
  return { ...request, headers: { ...request.headers, ...trace.headers } };
}

async function changeCall(call: UpstreamCall, change: RequestChange): Promise<UpstreamCall> {
  const { body } = call;
  if (!(body instanceof Uint8Array)) return call;
  const { headers, members } = takeHeaders(call.headers, change.fromHeaders);
  const whole = members === undefined ? change : { ...change, add: { ...change.add, ...members } };
  return { ...call, headers, body: await changeRequest(asBuffer(body), whole) };
}

/** Lists that a client sends as headers, for a service that reads them in the body. */
function takeHeaders(
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

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** What the service of a target wants otherwise in the body of a request. */
export function findChange(
  call: Pick<UpstreamCall, 'target' | 'provider' | 'format' | 'expected'>,
): RequestChange | undefined {
  if (call.provider.changeRequest === undefined) return undefined;
  return findEndpoint(call, call.expected === 'events').change;
}

function buildRequest(call: UpstreamCall): OutboundRequest {
  const { target, provider, expected, apiKey, headers, body } = call;
  const { url, usualHeaders } = findEndpoint(call, expected === 'events');
  const account = { provider, apiKey, headers: target.channel.headers };
  const accept = ACCEPT[expected];
  if (headers !== undefined || !(body instanceof Uint8Array)) {
    return { method: 'POST', url, headers: requestHeaders(account, { accept, headers, body }), body };
  }
  const key = `${expected} ${apiKey}`;
  let usual = usualHeaders.get(key);
  if (usual === undefined) {
    usual = requestHeaders(account, { accept, body });
    usualHeaders.set(key, usual);
  }
  return { method: 'POST', url, headers: usual, body };
}

export function getEndpoint(
  called: Pick<UpstreamCall, 'target' | 'provider' | 'format'>,
  isStreamed = false,
): URL {
  return findEndpoint(called, isStreamed).url;
}

function findEndpoint(
  { target, provider, format }: Pick<UpstreamCall, 'target' | 'provider' | 'format'>,
  isStreamed: boolean,
): Endpoint {
  const { channel, upstreamModel } = target;
  const endpoints = getEndpoints(channel);
  const key = `${format} ${isStreamed} ${upstreamModel}`;
  let endpoint = endpoints.get(key);
  if (endpoint === undefined) {
    const call = { ...getPlace(channel), upstreamModel, isStreamed };
    const url = provider.endpoint(format, call);
    endpoint = { url, usualHeaders: new Map(), change: provider.changeRequest?.(format, call) };
    if (endpoints.size >= MAX_ENDPOINTS) endpoints.clear();
    endpoints.set(key, endpoint);
  }
  return endpoint;
}

/** Where the account of a channel is. */
export function getPlace(channel: AccountPlace): AccountPlace {
  const { baseUrl, apiVersion, region, project, location } = channel;
  return { baseUrl, apiVersion, region, project, location };
}

/** Where a model of a channel is asked for something. */
interface Endpoint {
  url: URL;
  /** What the service wants otherwise in the body. */
  change: RequestChange | undefined;
  /** Of JSON with which the client sent no headers of its own, by what is expected and the key. */
  usualHeaders: Map<string, Record<string, string>>;
}

/** Of one channel. Names of models may be made up by clients. */
const MAX_ENDPOINTS = 1_000;

const endpointsByChannel = new WeakMap<Channel, Map<string, Endpoint>>();

/** Building an address and its headers takes longer than all else that a request needs of its channel. */
function getEndpoints(channel: Channel): Map<string, Endpoint> {
  let endpoints = endpointsByChannel.get(channel);
  if (endpoints === undefined) {
    endpoints = new Map();
    endpointsByChannel.set(channel, endpoints);
  }
  return endpoints;
}

async function refuseFailure(response: UpstreamResponse, channel: Channel): Promise<void> {
  const { status, headers } = response;
  // An error that is longer than it needs to be is still the upstream's error, with its status.
  const body = await readBodyStart(response.body, MAX_ERROR_BYTES);
  throw decodeRefusal({ status, headers, body }, channel);
}

interface Refusal {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Uint8Array;
}

/** What an upstream refuses with, in our words. */
export function decodeRefusal({ status, headers, body }: Refusal, channel: Channel): GatewayError {
  const retryAfter = single(headers['retry-after']);
  return decodeUpstreamError({ status, retryAfter, headers, body, secrets: channelSecrets(channel) });
}

function isReadable({ headers }: UpstreamResponse, expected: Expected): boolean {
  const contentType = single(headers['content-type']) ?? '';
  const encoding = single(headers['content-encoding']) ?? 'identity';
  return READABLE[expected].test(contentType) && encoding === 'identity';
}

export function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
