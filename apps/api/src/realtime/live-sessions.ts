import { type IncomingMessage } from 'node:http';
import { type FastifyRequest } from 'fastify';
import { type WebSocket } from 'ws';
import { type Token, refuseInvalid } from '#access';
import { GatewayError } from '#canonical';
import { type RequestContext } from '#http-edge';
import {
  FrameSocket,
  LiveSession,
  type MessageInlet,
  type OutputBudget,
  type PreparedSession,
  type EndedSession,
  errorFrame,
} from '#realtime';
import { realtime } from '#wire';
import { RequestHandler, type RequestHandlerDependencies, type SessionSurface } from './request-handler.js';
import { type SocketLimits } from './socket-limits.js';

/** A revoked token ends its sessions within a second. */
const CHECK_EVERY_MS = 250;

/** A session that was accepted, until its WebSocket is open. */
export interface PendingSession {
  token: Token;
  prepared: PreparedSession;
  expiresAtMs: number;
  /** The surface on which its requests are admitted. */
  surface: SessionSurface;
  /** For messages that wait to be sent to the client. */
  output: OutputBudget;
}

interface LiveSessionsDependencies extends RequestHandlerDependencies {
  socketLimits: Pick<SocketLimits, 'maxQueuedMs'>;
}

/** All sessions of this process. */
export class LiveSessions {
  private readonly pending = new WeakMap<
    IncomingMessage,
    { session: PendingSession; request: FastifyRequest }
  >();
  private readonly sessions = new Set<LiveSession>();
  private checking: NodeJS.Timeout | undefined;

  constructor(private readonly dependencies: LiveSessionsDependencies) {}

  get count(): number {
    return this.sessions.size;
  }

  /** Stores the session until its socket is open. */
  addPending(request: FastifyRequest, session: PendingSession): void {
    this.pending.set(request.raw, { session, request });
  }

  start(webSocket: WebSocket, raw: IncomingMessage, inlet: MessageInlet): void {
    const pending = this.pending.get(raw);
    if (pending === undefined) return webSocket.terminate();
    const { maxQueuedMs } = this.dependencies.socketLimits;
    const { output } = pending.session;
    const socket = new FrameSocket(webSocket, { maxQueuedMs }, { inlet, output });
    const { requestContext } = pending.request;
    requestContext.work = this.run(socket, pending.session, pending.request).catch((thrown: unknown) => {
      this.dependencies.logger.error({ err: thrown, requestId: pending.request.id }, 'session failed');
      requestContext.record.outcome = 'internal-error';
      socket.terminate();
    });
  }

  /** Asks every client to connect again, and resolves when all sessions have ended. */
  async closeAll(): Promise<void> {
    const sessions = [...this.sessions];
    for (const session of sessions) session.leave();
    await Promise.all(sessions.map(({ over }) => over));
  }

  private async run(socket: FrameSocket, pending: PendingSession, request: FastifyRequest): Promise<void> {
    const { token, prepared, expiresAtMs, surface } = pending;
    const { id, requestContext } = request;
    const handler = new RequestHandler(this.dependencies, token, {
      id,
      surface,
      record: requestContext.record,
    });
    try {
      const checkToken = (): void => this.refuseRevoked(token);
      const options = { socket, prepared, host: handler, expiresAtMs, checkToken };
      const session = new LiveSession(options);
      handler.onRepeatedRefusals = () => session.endAfterRefusals();
      this.add(session);
      noteEnd(request.requestContext, handler, await session.over);
      this.remove(session);
    } catch (thrown) {
      if (!(thrown instanceof GatewayError)) throw thrown;
      socket.send(errorFrame(thrown));
      const closeCode = realtime.closeCodeFor(thrown);
      socket.close(closeCode, thrown.message);
      await socket.closed;
      noteEnd(request.requestContext, handler, { closeCode, error: thrown });
    }
  }

  private add(session: LiveSession): void {
    this.sessions.add(session);
    this.checking ??= setInterval(() => this.checkAll(), CHECK_EVERY_MS).unref();
  }

  private remove(session: LiveSession): void {
    this.sessions.delete(session);
    if (this.sessions.size > 0) return;
    clearInterval(this.checking);
    this.checking = undefined;
  }

  private checkAll(): void {
    for (const session of this.sessions) session.check();
  }

  private refuseRevoked(original: Token): void {
    const token = this.dependencies.tokens.findCurrent(original);
    if (token === undefined) throw new GatewayError('unknown-token', 'This API token no longer exists.');
    refuseInvalid(token, Date.now());
  }
}

/** Stores the result for the log and the metrics. */
function noteEnd(
  requestContext: RequestContext,
  handler: RequestHandler,
  { closeCode, error }: EndedSession,
): void {
  const isClean = error === undefined || error.kind === 'client-gone';
  requestContext.record.outcome = isClean ? 'ok' : error.kind;
  if (!isClean) {
    requestContext.error = error;
    handler.onEnd(error);
  }
  requestContext.session = { closeCode, ...handler.totals };
}
