import { type ServerResponse } from 'node:http';
import { type Token } from '#access';
import { type AdmittedCall, type CallRecord, newRecord } from '#admission';
import { type GatewayError } from '#canonical';
import { type realtime } from '#wire';
import { type FastifyReply } from 'fastify';

export interface SessionSummary {
  closeCode: number;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  costMicroUsd: number;
}

/** The state of one HTTP request. */
export class RequestContext {
  readonly startedAt = performance.now();
  token: Token | undefined;
  /** Set if it was admitted with the limits of a token. */
  admitted: AdmittedCall | undefined;
  readonly record: CallRecord = newRecord();
  /** The caller of the admin API, as the audit log names it. */
  actor: { kind: string; id: string; name: string } | undefined;
  /** Set if it failed. */
  error: GatewayError | undefined;
  /** Set if the client used a short-lived secret instead of the token. */
  clientSecret: { settings: realtime.ConversationSessionUpdate & { model: string } } | undefined;
  /** The summary of the session that the request has opened. */
  session: SessionSummary | undefined;
  /** The number of chunks of a stream that were written to the client. */
  streamedChunks = 0;
  /** Settles when the request has ended, which may be after its connection was closed. */
  work: Promise<void> | undefined;
  /** Headers of every response to it: names and values alternate. */
  readonly responseHeaders: string[] = [];
  private readonly endings: (() => void)[] = [];

  /** Calls `run` when the request has ended, including work that continues after its connection was closed. */
  onEnd(run: () => void): void {
    this.endings.push(run);
  }

  /** Ends the request with its connection, or with the work that continues after it. */
  endWithConnection(raw: ServerResponse): void {
    raw.once('close', () => {
      if (this.work === undefined) this.end();
      else void this.work.then(this.end, this.end);
    });
  }

  private readonly end = (): void => {
    for (const ending of this.endings) ending();
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    requestContext: RequestContext;
  }
}

/** The headers of a response that is written without Fastify. Headers of the reply have priority. */
export function getResponseHeaders(reply: FastifyReply): Record<string, string> {
  const headers: Record<string, string> = {};
  const { responseHeaders } = reply.request.requestContext;
  for (let index = 0; index < responseHeaders.length; index += 2) {
    headers[responseHeaders[index] ?? ''] = responseHeaders[index + 1] ?? '';
  }
  return Object.assign(headers, reply.getHeaders());
}

/** Adds the headers to a response that Fastify sends. */
export function addResponseHeaders(reply: FastifyReply): void {
  const { responseHeaders } = reply.request.requestContext;
  for (let index = 0; index < responseHeaders.length; index += 2) {
    const name = responseHeaders[index] ?? '';
    if (!reply.hasHeader(name)) void reply.header(name, responseHeaders[index + 1]);
  }
}
