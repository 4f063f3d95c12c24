import { type ServerResponse } from 'node:http';
import { type Token } from '#access';
import { type AdmittedCall } from '#admission';
import { type GatewayError } from '#canonical';
import { type RelayRecord, newRecord } from '#relay';
import { type realtime } from '#wire';
import { type FastifyReply } from 'fastify';

export interface SessionSummary {
  closeCode: number;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  costMicroUsd: number;
}

/** What is known of one request while it lives. */
export class Exchange {
  readonly startedAt = performance.now();
  token: Token | undefined;
  /** Where it was counted against the limits of its token. */
  admitted: AdmittedCall | undefined;
  readonly record: RelayRecord = newRecord();
  /** Who asks of the admin API, as the audit log calls them. */
  actor: { kind: string; id: string; name: string } | undefined;
  /** Why it failed, where it did. */
  error: GatewayError | undefined;
  /** The short-lived secret that was shown in the token's place. */
  clientSecret: { settings: realtime.ConversationSessionUpdate & { model: string } } | undefined;
  /** What became of the session that the request has opened. */
  session: SessionSummary | undefined;
  /** How many pieces of a stream were written to the client. */
  streamedChunks = 0;
  /** Settles when all is known of the request, which may be after its connection has gone. */
  work: Promise<void> | undefined;
  /** What every answer to it says, whoever gives that: names and values in turn. */
  readonly answerHeaders: string[] = [];
  private readonly endings: (() => void)[] = [];

  /** Calls `run` when all is known of the request: one that goes on after its connection has gone still runs. */
  whenOver(run: () => void): void {
    this.endings.push(run);
  }

  /** Ends with the connection, or the work that goes on behind it. */
  endWith(raw: ServerResponse): void {
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
    exchange: Exchange;
  }
}

/** All headers of an answer that is written by hand; what was set for this answer wins. */
export function getAnswerHeaders(reply: FastifyReply): Record<string, string> {
  const headers: Record<string, string> = {};
  const { answerHeaders } = reply.request.exchange;
  for (let index = 0; index < answerHeaders.length; index += 2) {
    headers[answerHeaders[index] ?? ''] = answerHeaders[index + 1] ?? '';
  }
  return Object.assign(headers, reply.getHeaders());
}

/** The same for one that Fastify sends. */
export function addAnswerHeaders(reply: FastifyReply): void {
  const { answerHeaders } = reply.request.exchange;
  for (let index = 0; index < answerHeaders.length; index += 2) {
    const name = answerHeaders[index] ?? '';
    if (!reply.hasHeader(name)) void reply.header(name, answerHeaders[index + 1]);
  }
}
