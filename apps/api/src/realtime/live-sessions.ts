import { type IncomingMessage } from 'node:http';
import { type FastifyRequest } from 'fastify';
import { type WebSocket } from 'ws';
import { type Token, type TokenDirectory, refuseInvalid } from '#access';
import { type AdmittedCall, type ModelAdmission } from '#admission';
import { GatewayError } from '#canonical';
import { type Exchange, type SessionSummary } from '#http-edge';
import { LimitRefusal } from '#limits';
import {
  type EndedRequest,
  type FrameRate,
  FrameSocket,
  LiveSession,
  type MessageInlet,
  type PreparedSession,
  type SessionHandler,
  type SessionOver,
  errorFrame,
} from '#realtime';
import { buildSpans } from '#relay';
import { type Logger, type Metrics, type RequestTrace, type Tracing } from '#telemetry';
import { realtime } from '#wire';
import { describeRecord, describeUsage } from '../http/request-log.js';
import { recordRequest } from '../metrics/record-request.js';

/** A token that is taken back ends its sessions within a second. */
const CHECK_EVERY_MS = 250;

/** After so many refusals without a request in between that was admitted, a session ends. */
const MAX_REFUSALS = 100;

/** What the log calls the requests of a session. */
const REQUEST_LINES = {
  realtime: 'realtime request',
  'responses-socket': 'responses request',
} as const;

interface LiveSessionsDependencies {
  tokens: Pick<TokenDirectory, 'findCurrent'>;
  admission: Pick<ModelAdmission, 'admit'>;
  metrics: Metrics;
  tracing: Tracing;
  logger: Logger;
}

/** A session that was found to be possible, while its client waits to be let in. */
export interface ExpectedSession {
  token: Token;
  prepared: PreparedSession;
  expiresAtMs: number;
  /** As what its requests are admitted. */
  surface: keyof typeof REQUEST_LINES;
  /** The rate of all sockets of the token together. */
  frameRate: FrameRate;
}

/** What all requests of a session have used together; the cost is of those whose price is known. */
type SessionTotals = Omit<SessionSummary, 'closeCode'>;

/** Every session of this process. */
export class LiveSessions {
  private readonly expected = new WeakMap<
    IncomingMessage,
    { session: ExpectedSession; request: FastifyRequest }
  >();
  private readonly sessions = new Set<LiveSession>();
  private checking: NodeJS.Timeout | undefined;

  constructor(private readonly dependencies: LiveSessionsDependencies) {}

  /** How many are open. */
  get count(): number {
    return this.sessions.size;
  }

  /** For the moment when its socket is there. */
  expect(request: FastifyRequest, session: ExpectedSession): void {
    this.expected.set(request.raw, { session, request });
  }

  begin(webSocket: WebSocket, raw: IncomingMessage, inlet: MessageInlet): void {
    const socket = new FrameSocket(webSocket, {}, inlet);
    const expected = this.expected.get(raw);
    if (expected === undefined) return socket.terminate();
    const { exchange } = expected.request;
    exchange.work = this.run(socket, expected.session, expected.request).catch((thrown: unknown) => {
      this.dependencies.logger.error({ err: thrown, requestId: expected.request.id }, 'a session failed');
      exchange.record.outcome = 'internal-error';
      socket.terminate();
    });
  }

  /** Tells every client to connect again, and resolves when all have gone. */
  async sendAway(): Promise<void> {
    const sessions = [...this.sessions];
    for (const session of sessions) session.leave();
    await Promise.all(sessions.map(({ over }) => over));
  }

  private async run(socket: FrameSocket, expected: ExpectedSession, request: FastifyRequest): Promise<void> {
    const { token, prepared, expiresAtMs, surface, frameRate: tokenRate } = expected;
    const handler = new RequestHandler(this.dependencies, token, {
      id: request.id,
      surface,
      trace: request.exchange.record.trace,
    });
    try {
      const checkToken = (): void => this.refuseRevoked(token);
      const options = { socket, prepared, host: handler, expiresAtMs, tokenRate, checkToken };
      const session = new LiveSession(options);
      handler.onRepeatedRefusals = () => session.endAfterRefusals();
      this.add(session);
      noteEnd(request.exchange, handler, await session.over);
      this.remove(session);
    } catch (thrown) {
      if (!(thrown instanceof GatewayError)) throw thrown;
      socket.send(errorFrame(thrown));
      const closeCode = realtime.closeCodeFor(thrown);
      socket.close(closeCode, thrown.message);
      await socket.closed;
      noteEnd(request.exchange, handler, { closeCode, error: thrown });
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

  private refuseRevoked(began: Token): void {
    const token = this.dependencies.tokens.findCurrent(began);
    if (token === undefined)
      throw new GatewayError('unknown-token', 'This API token is no longer known here.');
    refuseInvalid(token, Date.now());
  }
}

/** For the one line in the log, and the metrics. */
function noteEnd(exchange: Exchange, handler: RequestHandler, { closeCode, error }: SessionOver): void {
  const isClean = error === undefined || error.kind === 'client-gone';
  exchange.record.outcome = isClean ? 'ok' : error.kind;
  if (!isClean) exchange.error = error;
  exchange.session = { closeCode, ...handler.totals };
}

/** Counts, logs and adds up the requests of one session. */
class RequestHandler implements SessionHandler {
  readonly totals: SessionTotals = { requests: 0, inputTokens: 0, outputTokens: 0, costMicroUsd: 0 };
  onRepeatedRefusals: () => void = () => undefined;
  private refusalsInARow = 0;

  constructor(
    private readonly dependencies: LiveSessionsDependencies,
    private readonly token: Token,
    private readonly session: {
      id: string;
      surface: ExpectedSession['surface'];
      trace: RequestTrace | undefined;
    },
  ) {}

  /** By the limits that the token has now. */
  async admit(requestId: string, tokens: number): Promise<AdmittedCall> {
    const { admission, tokens: directory } = this.dependencies;
    const { surface } = this.session;
    const token = directory.findCurrent(this.token) ?? this.token;
    try {
      const admitted = await admission.admit({ token, requestId, surface, tokens });
      this.refusalsInARow = 0;
      return admitted;
    } catch (refusal) {
      if (refusal instanceof LimitRefusal) this.noteRefusal();
      throw refusal;
    }
  }

  /** The client learns of the refusal itself first. */
  private noteRefusal(): void {
    this.refusalsInARow += 1;
    if (this.refusalsInARow === MAX_REFUSALS) setImmediate(() => this.onRepeatedRefusals());
  }

  onRequest({ requestId, record, error, durationMs }: EndedRequest): void {
    const { metrics, logger } = this.dependencies;
    const { totals } = this;
    totals.requests += 1;
    totals.inputTokens += record.usage?.inputTokens ?? 0;
    totals.outputTokens += record.usage?.outputTokens ?? 0;
    totals.costMicroUsd += record.costMicroUsd ?? 0;
    const outcome = record.outcome ?? error?.kind ?? 'ok';
    recordRequest(metrics, metrics.requestStarted(), { record, error, outcome, durationMs });
    if (this.session.trace !== undefined)
      this.exportSpans(this.session.trace, { requestId, record, durationMs }, outcome);
    const { operation } = record;
    logger.info(
      {
        requestId,
        session: this.session.id,
        operation,
        outcome,
        durationMs: Math.round(durationMs * 10) / 10,
        tokenId: this.token.id,
        ...describeRecord(record),
        ...describeUsage(record),
      },
      REQUEST_LINES[this.session.surface],
    );
  }

  /** Within the span of the session. */
  private exportSpans(
    session: RequestTrace,
    { requestId, record, durationMs }: Pick<EndedRequest, 'requestId' | 'record' | 'durationMs'>,
    outcome: string,
  ): void {
    const { tracer } = this.dependencies.tracing;
    const trace = tracer?.continue(session.context);
    if (trace?.context.isSampled !== true) return;
    const endedAt = performance.now();
    const startedAt = endedAt - durationMs;
    const tokenId = this.token.id;
    tracer?.export(buildSpans({ record, trace, outcome, startedAt, endedAt, requestId, tokenId }));
  }
}
