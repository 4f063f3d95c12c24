import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { TokenDirectory, authenticate } from '#access';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Access } from './access.js';
import { Admissions } from './admissions.js';
import { findCredential } from './find-credential.js';
import { Unlimited } from './unlimited.js';

/** Stands before every route. It runs before a body is read, so strangers cannot make us hold one. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(TokenDirectory) private readonly tokens: TokenDirectory,
    @Inject(Admissions) private readonly admissions: Admissions,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const declared = [context.getHandler(), context.getClass()];
    const access = this.reflector.getAllAndOverride(Access, declared);
    if (access === 'public') return true;
    if (access !== 'token') return false;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = authenticate((key) => this.tokens.find(key), {
      credential: findCredential(request),
      address: request.ip,
      nowMs: Date.now(),
    });
    request.exchange.token = token;
    const isLimited = request.method === 'POST' && !this.reflector.getAllAndOverride(Unlimited, declared);
    if (!isLimited) return true;
    const admitted = this.admissions.enter(
      request,
      context.switchToHttp().getResponse<FastifyReply>(),
      token,
    );
    return admitted === undefined ? true : admitted.then(() => true);
  }
}
