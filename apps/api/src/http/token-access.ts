import { type Token, TokenDirectory, authenticate } from '#access';
import { realtime } from '#wire';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Admissions } from './admissions.js';
import { RepeatedRefusals } from './repeated-refusals.js';

const HEADERS = ['x-api-key', 'x-goog-api-key', 'api-key'] as const;
const BEARER = /^bearer +(\S+)$/i;

/** Who is asking, by the token that they show, and whether they may ask now. */
@Injectable()
export class TokenAccess {
  constructor(
    private readonly tokens: TokenDirectory,
    private readonly admissions: Admissions,
    private readonly refusals: RepeatedRefusals,
  ) {}

  authenticate(request: FastifyRequest): Token {
    const token = authenticate((key) => this.tokens.find(key), toAttempt(request));
    request.exchange.token = token;
    return token;
  }

  /** Throws where a limit is reached. Waits only where the counts are kept elsewhere. */
  admit(request: FastifyRequest, reply: FastifyReply, token: Token): void | Promise<void> {
    try {
      return this.admissions.enter(request, reply, token)?.catch((error: unknown) => {
        this.refusals.remember(error, request, reply);
        throw error;
      });
    } catch (error) {
      this.refusals.remember(error, request, reply);
      throw error;
    }
  }

  /** Reserves the tokens of a body whose size the head of the request did not tell. Throws the refusal. */
  reserve(request: FastifyRequest, reply: FastifyReply, bytes: number): void | Promise<void> {
    return this.admissions.reserve(request, reply, bytes);
  }
}

export function toAttempt(request: FastifyRequest): Parameters<typeof authenticate>[1] {
  return { credential: findCredential(request), address: request.ip, nowMs: Date.now() };
}

/** The token, from whichever place this client's library puts it. Where several differ, the first counts. */
export function findCredential(request: FastifyRequest): string | undefined {
  const bearer = BEARER.exec(request.headers.authorization?.trim() ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  for (const name of HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  const key = (request.query as { key?: unknown } | undefined)?.key;
  if (typeof key === 'string' && key !== '') return key;
  const protocols = realtime.readSubprotocols(request.headers['sec-websocket-protocol']);
  return realtime.tokenInSubprotocols(protocols);
}
