import { type Token, TokenDirectory, authenticate } from '#access';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Admissions } from './admissions.js';
import { findCredential } from './find-credential.js';
import { RepeatedRefusals } from './repeated-refusals.js';

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
