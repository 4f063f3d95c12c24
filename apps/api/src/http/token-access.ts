import { type Token, TokenDirectory, authenticate } from '#access';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Admissions } from './admissions.js';
import { findCredential } from './find-credential.js';
import { RepeatedRefusals } from './repeated-refusals.js';

/** Authenticates requests by their token, and admits them within its limits. */
@Injectable()
export class TokenAccess {
  constructor(
    private readonly tokens: TokenDirectory,
    private readonly admissions: Admissions,
    private readonly refusals: RepeatedRefusals,
  ) {}

  authenticate(request: FastifyRequest): Token {
    const token = authenticate((key) => this.tokens.find(key), toAttempt(request));
    request.requestContext.token = token;
    return token;
  }

  /** Throws if a limit is reached. Returns a promise only if the limits are shared through Redis. */
  admit(request: FastifyRequest, reply: FastifyReply, token: Token): void | Promise<void> {
    try {
      return this.admissions.admit(request, reply, token)?.catch((error: unknown) => {
        this.refusals.remember(error, request, reply);
        throw error;
      });
    } catch (error) {
      this.refusals.remember(error, request, reply);
      throw error;
    }
  }

  /** Reserves the tokens of a body whose size the headers did not contain. Throws the refusal. */
  reserve(request: FastifyRequest, reply: FastifyReply, bytes: number): void | Promise<void> {
    return this.admissions.reserve(request, reply, bytes);
  }
}

export function toAttempt(request: FastifyRequest): Parameters<typeof authenticate>[1] {
  return { credential: findCredential(request), address: request.ip, nowMs: Date.now() };
}
