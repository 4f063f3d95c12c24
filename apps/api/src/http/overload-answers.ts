import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type callersDialect, newRequestId, requestIdHeaders } from '#http-edge';
import { FairGate, OverloadRefusal, type OverloadReason, drawRetrySeconds } from '#limits';
import { Metrics } from '#telemetry';
import { encodeError } from '#wire';
import { Injectable } from '@nestjs/common';
import { recordRequest } from '../metrics/record-request.js';
import { flattenHeaders } from './flatten-headers.js';
import { HeldConnections } from './held-connections.js';

type Dialect = ReturnType<typeof callersDialect>;

interface PreparedAnswer {
  error: OverloadRefusal;
  status: number;
  headers: readonly string[];
  /** Undefined where it names the request. */
  body: Buffer | undefined;
}

/** A longer body is not read: the connection is closed instead. */
const MAX_DISCARDED_BYTES = 1_048_576;
/** How long a client may go on sending such a body before it has read its answer. */
const LINGER_MS = 1_000;
/** No upstream was asked. */
const NOTHING = { attempts: [] };

/** Answers requests that an overload refuses, from prepared bytes. They are counted, but have no log line of their own. */
@Injectable()
export class OverloadAnswers {
  private readonly prepared = new Map<string, PreparedAnswer>();

  constructor(
    private readonly metrics: Metrics,
    readonly gate: FairGate,
    readonly connections: HeldConnections,
  ) {}

  /** `headers` are those of every answer to this caller: names and values in turn. */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    caller: { dialect: Dialect; headers: readonly string[] },
    reason: OverloadReason,
  ): void {
    const startedAt = performance.now();
    const answer = this.prepare(caller.dialect, reason, drawRetrySeconds());
    const { error, status } = answer;
    const requestId = newRequestId();
    const body = answer.body ?? encodeBody(error, caller.dialect, requestId);
    const ownHeaders = [...caller.headers, ...answer.headers, ...flattenHeaders(requestIdHeaders(requestId))];
    ownHeaders.push('content-length', String(body.length));
    if (isDiscardable(request)) {
      response.writeHead(status, ownHeaders).end(body);
    } else {
      ownHeaders.push('connection', 'close');
      response.writeHead(status, ownHeaders).write(body);
      closeLater(response);
    }
    const durationMs = performance.now() - startedAt;
    const running = this.metrics.requestStarted();
    recordRequest(this.metrics, running, { record: NOTHING, error, outcome: error.kind, durationMs });
    this.connections.holdAfter(request, response);
  }

  private prepare(dialect: Dialect, reason: OverloadReason, retrySeconds: number): PreparedAnswer {
    const key = `${dialect} ${reason} ${retrySeconds}`;
    const known = this.prepared.get(key);
    if (known !== undefined) return known;
    const error = new OverloadRefusal(reason, retrySeconds);
    const { status, headers } = encodeError(error, dialect, '');
    const body = dialect === 'anthropic' ? undefined : encodeBody(error, dialect, '');
    const answer = { error, status, headers: flattenHeaders(headers), body };
    this.prepared.set(key, answer);
    return answer;
  }
}

function encodeBody(error: OverloadRefusal, dialect: Dialect, requestId: string): Buffer {
  return Buffer.from(JSON.stringify(encodeError(error, dialect, requestId).body));
}

function isDiscardable({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) <= MAX_DISCARDED_BYTES
  );
}

/** A connection that is closed under a body in transit is reset, and the client may lose the answer with it. */
function closeLater(response: ServerResponse): void {
  const timer = setTimeout(() => response.end(), LINGER_MS).unref();
  response.once('close', () => clearTimeout(timer));
}
