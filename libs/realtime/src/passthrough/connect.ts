import { GatewayError, toAbortSignal } from '#canonical';
import { type Target, getTimeouts } from '#catalog';
import { type Attempt } from '#relay';
import { accountHeaders, channelSecrets, decodeRefusal, getEndpoint, sendIdentified } from '#upstream';
import { realtime } from '#wire';
import { type Frame } from '../sockets/frame.js';
import { type FrameSocket } from '../sockets/frame-socket.js';
import { UpgradeRefused, openSocket } from '../sockets/open-socket.js';
import { type PassthroughCandidate } from './candidates.js';
import { type RealtimeEvent, readEvent } from './frame-content.js';
import { UpstreamLink } from './upstream-link.js';

/** Nothing is generated yet, so a service that has not begun the session by then will not, however long its answers may take. */
const MAX_BEGIN_MS = 60_000;
const MAX_FRAME_BYTES = 64 * 1024 * 1024;
const CREATED = /^(?:transcription_)?session\.created$/;
const NORMAL = 1000;
const NOTHING = new Uint8Array();
/** Statuses with which services refuse a model that has no realtime API. */
const REFUSING_MODEL: readonly number[] = [400, 404];

/** The upstream has no realtime API for this model. */
export class NotForRealtime extends GatewayError {
  constructor(model: string) {
    super('unsupported-capability', `The model "${model}" is not one for realtime sessions.`, {
      param: 'model',
    });
  }
}

/** A session that an upstream has created. */
export interface Connection {
  link: UpstreamLink;
  created: RealtimeEvent;
  /** The frame of `session.created`. */
  frame: Frame;
}

/** Connects to an upstream and waits for its session. Leaves no connection behind on failure. */
export async function connect(
  { candidate, use, signal: wanted }: Attempt<PassthroughCandidate>,
  onFault: (fault: unknown) => void,
): Promise<Connection> {
  const { target } = candidate;
  const signal = toAbortSignal(wanted);
  const opened = await open(candidate, use.apiKey, signal);
  if (opened instanceof UpgradeRefused) throw decodeUpgradeRefusal(opened, candidate);
  const link = new UpstreamLink(opened, onFault);
  try {
    const limits = { timeoutMs: getBeginTimeoutMs(target), signal };
    return await link.within(limits, () => awaitSessionCreated(link, candidate));
  } catch (error) {
    link.close(NORMAL);
    throw error;
  }
}

/** How long a service may take to create a session, or to apply its settings. */
export function getBeginTimeoutMs(target: Target): number {
  return Math.min(getTimeouts(target).firstByteMs, MAX_BEGIN_MS);
}

function buildUrl(candidate: PassthroughCandidate): URL {
  const url = new URL(getEndpoint(candidate));
  url.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:';
  return url;
}

async function open(
  candidate: PassthroughCandidate,
  apiKey: string | undefined,
  signal: AbortSignal,
): Promise<FrameSocket | UpgradeRefused> {
  const { target, provider, format } = candidate;
  const url = buildUrl(candidate);
  const beta: Record<string, string> =
    format === 'openai-realtime-beta' ? { 'openai-beta': 'realtime=v1' } : {};
  const account = { ...target.channel, provider, apiKey };
  const request = { method: 'GET' as const, url, headers: accountHeaders(account, beta), body: NOTHING };
  const { connectMs } = getTimeouts(target);
  return sendIdentified<FrameSocket | UpgradeRefused>(account, request, {
    send: ({ headers }) =>
      openSocket({ url, headers, signal, connectMs, maxPayloadBytes: MAX_FRAME_BYTES }).catch(asRefusal),
    getHead: (opened) => (opened instanceof UpgradeRefused ? opened : undefined),
    // A refused upgrade leaves no connection behind.
    discard: () => undefined,
    signal,
  });
}

function asRefusal(error: unknown): UpgradeRefused {
  if (error instanceof UpgradeRefused) return error;
  throw error;
}

function decodeUpgradeRefusal(refusal: UpgradeRefused, { target }: PassthroughCandidate): GatewayError {
  const { status, body } = refusal;
  if (REFUSING_MODEL.includes(status) && realtime.isNotForRealtime(tryParse(body))) {
    return new NotForRealtime(target.model);
  }
  return decodeRefusal(refusal, target.channel);
}

async function awaitSessionCreated(
  link: UpstreamLink,
  { target }: PassthroughCandidate,
): Promise<Connection> {
  const frame = await link.next();
  const event = readEvent(frame.data);
  if (event !== undefined && CREATED.test(event.type)) return { link, created: event, frame };
  if (event?.type === 'error') {
    if (realtime.isNotForRealtime(event['error'])) throw new NotForRealtime(target.model);
    throw realtime.decodeRealtimeError(event['error'], channelSecrets(target.channel));
  }
  throw new GatewayError('upstream-bad-response', 'The model service began the session with something else.');
}

function tryParse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
