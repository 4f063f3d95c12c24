import { type Token } from '#access';
import { type GatewayError } from '#canonical';
import { type RelayRecord } from '#relay';
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
export interface Exchange {
  startedAt: number;
  token?: Token;
  record: RelayRecord;
  /** Why it failed, where it did. */
  error?: GatewayError;
  /** The short-lived secret that was shown in the token's place. */
  clientSecret?: { settings: realtime.ConversationSessionUpdate & { model: string } };
  /** What became of the session that the request has opened. */
  session?: SessionSummary;
  /** Settles when all is known of the request, which may be after its connection has gone. */
  work?: Promise<void>;
  /** What is to be done when all is known of it; undefined until the first thing is. */
  endings?: (() => void)[];
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange;
  }
}

export function newExchange(): Exchange {
  return { startedAt: performance.now(), record: { attempts: [] } };
}

/** Runs when all is known of a request: one that goes on after its connection has gone is still one that runs. */
export function whenOver(reply: FastifyReply, exchange: Exchange, run: () => void): void {
  if (exchange.endings !== undefined) {
    exchange.endings.push(run);
    return;
  }
  const endings = [run];
  exchange.endings = endings;
  const runAll = (): void => {
    for (const ending of endings) ending();
  };
  reply.raw.once('close', () => {
    if (exchange.work === undefined) runAll();
    else void exchange.work.then(runAll, runAll);
  });
}
