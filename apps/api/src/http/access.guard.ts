import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { TokenDirectory, authenticate } from '#access';
import { type FastifyRequest } from 'fastify';
import { Access } from './access.js';
import { findCredential } from './find-credential.js';

/** Stands before every route. It runs before a body is read, so strangers cannot make us hold one. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(TokenDirectory) private readonly tokens: TokenDirectory,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.getAllAndOverride(Access, [context.getHandler(), context.getClass()]);
    if (access === 'public') return true;
    if (access !== 'token') return false;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.exchange.token = authenticate((key) => this.tokens.find(key), {
      credential: findCredential(request),
      address: request.ip,
      nowMs: Date.now(),
    });
    return true;
  }
}
