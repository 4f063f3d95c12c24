import { type FastifyReply, type FastifyRequest } from 'fastify';
import { GatewayError } from '#canonical';
import { Drain } from '#http-edge';
import { RealtimeRelay, type SessionCall } from '#realtime';
import { readSessionId, toSessionId } from '#relay';
import { realtime } from '#wire';
import { Injectable } from '@nestjs/common';
import { getAdmitted } from '../model-api/get-admitted.js';
import { getToken } from '../model-api/get-token.js';
import { type PendingSession, LiveSessions } from './live-sessions.js';
import { SocketAdapter } from './socket-adapter.js';
import { TokenSockets } from './token-sockets.js';

const SESSION_MS = 60 * 60_000;
const SUPPORTED_VERSIONS = ['13', '8'];

export interface RequestsSession extends Pick<PendingSession, 'prepared' | 'surface'> {
  maxFrameBytes: number;
}

/** Accepts WebSocket sessions. Refusals are sent as HTTP errors, before the upgrade. */
@Injectable()
export class RealtimeEntryPoint {
  constructor(
    private readonly sessions: LiveSessions,
    private readonly sockets: SocketAdapter,
    private readonly tokenSockets: TokenSockets,
    private readonly drain: Drain,
    private readonly relay: RealtimeRelay,
  ) {}

  async open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    refuseBadHandshake(request, reply);
    const { requestContext } = request;
    const token = getToken(request);
    const admitted = getAdmitted(request);
    const expiresAtMs = Date.now() + SESSION_MS;
    const sessionId = readSessionId(request.headers) ?? readQuerySession(request);
    requestContext.record.sessionId = sessionId;
    const prepared = await this.relay.prepare({
      admitted,
      sessionId,
      dialect: toDialect(request),
      model: getModel(request),
      settings: requestContext.clientSecret?.settings,
      expiresAtMs,
      record: requestContext.record,
    });
    await this.accept(request, reply, { token, prepared, expiresAtMs, surface: 'realtime' });
    // Each response of the session reserves its own tokens.
    admitted.releaseTokens();
  }

  /** For a connection that is a transport of independent requests, each of which counts as a request of its own. */
  async openForRequests(
    request: FastifyRequest,
    reply: FastifyReply,
    { prepared, surface, maxFrameBytes }: RequestsSession,
  ): Promise<void> {
    refuseBadHandshake(request, reply);
    const expiresAtMs = Date.now() + SESSION_MS;
    const pending = { token: getToken(request), prepared, expiresAtMs, surface };
    await this.accept(request, reply, pending, maxFrameBytes);
  }

  private async accept(
    request: FastifyRequest,
    reply: FastifyReply,
    pending: Omit<PendingSession, 'output'>,
    maxFrameBytes?: number,
  ): Promise<void> {
    const { sessions, sockets, tokenSockets, drain } = this;
    const { inlet, output, close } = await tokenSockets.open(pending.token, request.id);
    const isDisconnected = reply.raw.destroyed || request.raw.socket.destroyed;
    if (isDisconnected) return close();
    request.requestContext.onEnd(close);
    // Sessions that are accepted after this line are closed by `LiveSessions.closeAll`.
    if (drain.isDraining) throw new GatewayError('shutting-down', 'The gateway is shutting down.');
    sessions.addPending(request, { ...pending, output });
    sockets.accept(request, reply, { inlet, maxFrameBytes });
  }
}

function refuseBadHandshake({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')) {
    throw new GatewayError('invalid-value', 'Sec-WebSocket-Key must be 16 bytes in base64.', {
      param: 'Sec-WebSocket-Key',
    });
  }
  const version = headers['sec-websocket-version'];
  if (SUPPORTED_VERSIONS.includes(String(version))) return;
  void reply.header('sec-websocket-version', SUPPORTED_VERSIONS.join(', '));
  throw new GatewayError('invalid-value', 'Sec-WebSocket-Version must be 13.', {
    param: 'Sec-WebSocket-Version',
  });
}

function toDialect({ headers }: FastifyRequest): SessionCall['dialect'] {
  const protocols = realtime.readSubprotocols(headers['sec-websocket-protocol']);
  return realtime.getRealtimeDialect({ headers, protocols });
}

/** Web pages cannot add headers to a WebSocket handshake, so the session id can be in the query. */
function readQuerySession({ url }: FastifyRequest): string | undefined {
  const sessionId = new URL(url, 'http://gateway').searchParams.get('session_id');
  return sessionId === null ? undefined : toSessionId(sessionId);
}

/** The model of the query, or that of the client secret if the query has none. */
function getModel({ url, requestContext: { clientSecret } }: FastifyRequest): string {
  const query = new URL(url, 'http://gateway').searchParams;
  const secretModel = clientSecret?.settings.model;
  const hasNoTarget = !['model', 'deployment', 'call_id', 'intent'].some((name) => query.has(name));
  if (secretModel !== undefined && hasNoTarget) return secretModel;
  const target = realtime.readRealtimeQuery(query);
  if (target.kind !== 'model') {
    const param = target.kind === 'call' ? 'call_id' : 'intent';
    throw new GatewayError('unsupported-parameter', `"${param}" is not supported. Use "model".`, {
      param,
    });
  }
  if (secretModel !== undefined && secretModel !== target.model) {
    throw new GatewayError('model-not-allowed', `This client secret is for the model "${secretModel}".`, {
      param: 'model',
    });
  }
  return target.model;
}
