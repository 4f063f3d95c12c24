import { type FastifyReply, type FastifyRequest } from 'fastify';
import { GatewayError } from '#canonical';
import { Drain } from '#http-edge';
import { RealtimeRelay, type SessionCall } from '#realtime';
import { readSessionId, toSessionId } from '#relay';
import { realtime } from '#wire';
import { Injectable } from '@nestjs/common';
import { getAdmitted } from '../model-api/get-admitted.js';
import { getToken } from '../model-api/get-token.js';
import { type ExpectedSession, LiveSessions } from './live-sessions.js';
import { SocketAdapter } from './socket-adapter.js';
import { TokenSockets } from './token-sockets.js';

const SESSION_MS = 60 * 60_000;
const SPOKEN_VERSIONS = ['13', '8'];

export interface RequestsSession extends Pick<ExpectedSession, 'prepared' | 'surface'> {
  maxFrameBytes: number;
}

/** Lets a client in, or says why not while that can still be said over HTTP. */
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
    const { exchange } = request;
    const token = getToken(request);
    const admitted = getAdmitted(request);
    const expiresAtMs = Date.now() + SESSION_MS;
    const sessionId = readSessionId(request.headers) ?? readQuerySession(request);
    exchange.record.sessionId = sessionId;
    const prepared = await this.relay.prepare({
      admitted,
      sessionId,
      dialect: toDialect(request),
      model: modelFor(request),
      settings: exchange.clientSecret?.settings,
      expiresAtMs,
      record: exchange.record,
    });
    await this.accept(request, reply, { token, prepared, expiresAtMs, surface: 'realtime' });
    // Its responses count their own.
    admitted.releaseTokens();
  }

  /** For a connection that says only later what it wants: each of its requests counts as if it had come alone. */
  async openForRequests(
    request: FastifyRequest,
    reply: FastifyReply,
    { prepared, surface, maxFrameBytes }: RequestsSession,
  ): Promise<void> {
    refuseBadHandshake(request, reply);
    const expiresAtMs = Date.now() + SESSION_MS;
    const expected = { token: getToken(request), prepared, expiresAtMs, surface };
    await this.accept(request, reply, expected, maxFrameBytes);
  }

  private async accept(
    request: FastifyRequest,
    reply: FastifyReply,
    expected: Omit<ExpectedSession, 'output'>,
    maxFrameBytes?: number,
  ): Promise<void> {
    const { sessions, sockets, tokenSockets, drain } = this;
    const { inlet, output, close } = await tokenSockets.open(expected.token, request.id);
    const isGone = reply.raw.destroyed || request.raw.socket.destroyed;
    if (isGone) return close();
    request.exchange.whenOver(close);
    // Whoever is let in from here on is among those that are sent away.
    if (drain.isDraining) throw new GatewayError('shutting-down', 'The gateway is shutting down.');
    sessions.expect(request, { ...expected, output });
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
  if (SPOKEN_VERSIONS.includes(String(version))) return;
  void reply.header('sec-websocket-version', SPOKEN_VERSIONS.join(', '));
  throw new GatewayError('invalid-value', 'Sec-WebSocket-Version must be 13.', {
    param: 'Sec-WebSocket-Version',
  });
}

function toDialect({ headers }: FastifyRequest): SessionCall['dialect'] {
  const protocols = realtime.readSubprotocols(headers['sec-websocket-protocol']);
  return realtime.getRealtimeDialect({ headers, protocols });
}

/** Browsers send no headers of a page's choice with a handshake, so a session can be named in the address. */
function readQuerySession({ url }: FastifyRequest): string | undefined {
  const given = new URL(url, 'http://gateway').searchParams.get('session_id');
  return given === null ? undefined : toSessionId(given);
}

/** A secret is for one model, so its holder need not name that again. */
function modelFor({ url, exchange: { clientSecret } }: FastifyRequest): string {
  const query = new URL(url, 'http://gateway').searchParams;
  const ofSecret = clientSecret?.settings.model;
  const isSilent = !['model', 'deployment', 'call_id', 'intent'].some((name) => query.has(name));
  if (ofSecret !== undefined && isSilent) return ofSecret;
  const target = realtime.readRealtimeQuery(query);
  if (target.kind !== 'model') {
    const param = target.kind === 'call' ? 'call_id' : 'intent';
    throw new GatewayError('unsupported-parameter', `"${param}" is not supported. Use "model".`, {
      param,
    });
  }
  if (ofSecret !== undefined && ofSecret !== target.model) {
    throw new GatewayError('model-not-allowed', `This client secret is for the model "${ofSecret}".`, {
      param: 'model',
    });
  }
  return target.model;
}
