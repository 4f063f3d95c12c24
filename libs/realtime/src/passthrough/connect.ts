import { GatewayError, toAbortSignal } from '#canonical';
import { type Target, getTimeouts } from '#catalog';
import { type Attempt } from '#relay';
import {
  accountHeaders,
  channelSecrets,
  decodeErrorResponse,
  getEndpoint,
  sendWithCredentials,
} from '#upstream';
import { realtime } from '#wire';
import { type Frame } from '../sockets/frame.js';
import { type FrameSocket } from '../sockets/frame-socket.js';
import { UpgradeRefused, openSocket } from '../sockets/open-socket.js';
import { type PassthroughCandidate } from './candidates.js';
import { type RealtimeEvent, readEvent } from './frame-content.js';
import { UpstreamLink } from './upstream-link.js';

/** Creating a session generates nothing, so a service should not need longer, however long its responses may take. */
const MAX_START_MS = 60_000;
const MAX_FRAME_BYTES = 64 * 1024 * 1024;
const CREATED = /^(?:transcription_)?session\.created$/;
const NORMAL = 1000;
const EMPTY = new Uint8Array();
/** Statuses of services for a model that has no realtime API. */
const MODEL_REJECTED_STATUSES: readonly number[] = [400, 404];

/** The upstream has no realtime API for this model. */
export class NotForRealtime extends GatewayError {
  constructor(model: string) {
    super('unsupported-capability', `The model "${model}" does not support realtime sessions.`, {
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

/** Connects to an upstream and waits for its session. On failure, the connection is closed. */
export async function connect(
  { candidate, use, permit, signal: cancelSignal }: Attempt<PassthroughCandidate>,
  onFault: (fault: unknown) => void,
): Promise<Connection> {
  const { target } = candidate;
  permit.requireModel(target.model);
  const signal = toAbortSignal(cancelSignal);
  const opened = await open(candidate, { apiKey: use.apiKey, permit }, signal);
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

/** The timeout for creating a session or applying its settings. */
export function getBeginTimeoutMs(target: Target): number {
  return Math.min(getTimeouts(target).firstByteMs, MAX_START_MS);
}

function buildUrl(candidate: PassthroughCandidate): URL {
  const url = new URL(getEndpoint(candidate));
  url.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:';
  return url;
}

async function open(
  candidate: PassthroughCandidate,
  access: { apiKey: string | undefined; permit: Attempt['permit'] },
  signal: AbortSignal,
): Promise<FrameSocket | UpgradeRefused> {
  const { target, provider, format } = candidate;
  const url = buildUrl(candidate);
  const beta: Record<string, string> =
    format === 'openai-realtime-beta' ? { 'openai-beta': 'realtime=v1' } : {};
  const account = { ...target.channel, ...access, provider };
  const request = { method: 'GET' as const, url, headers: accountHeaders(account, beta), body: EMPTY };
  const { connectMs } = getTimeouts(target);
  return sendWithCredentials<FrameSocket | UpgradeRefused>(account, request, {
    send: ({ headers }) =>
      openSocket({ url, headers, signal, connectMs, maxPayloadBytes: MAX_FRAME_BYTES }).catch(toRefusal),
    getHead: (opened) => (opened instanceof UpgradeRefused ? opened : undefined),
    // After a rejected upgrade, the connection is already closed.
    discard: () => undefined,
    signal,
  });
}

function toRefusal(error: unknown): UpgradeRefused {
  if (error instanceof UpgradeRefused) return error;
  throw error;
}

function decodeUpgradeRefusal(refusal: UpgradeRefused, { target }: PassthroughCandidate): GatewayError {
  const { status, body } = refusal;
  if (MODEL_REJECTED_STATUSES.includes(status) && realtime.isNotForRealtime(tryParse(body))) {
    return new NotForRealtime(target.model);
  }
  return decodeErrorResponse(refusal, target.channel);
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
  throw new GatewayError(
    'upstream-bad-response',
    'The provider started the session with an unexpected event.',
  );
}

function tryParse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
