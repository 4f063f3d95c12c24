import { Access, ErrorFilter } from '#http-edge';
import { type WireFormatId } from '#wire';
import { Injectable, Post, applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { TokenAccess } from '../http/token-access.js';
import { ModelRequests } from './model-requests.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for a route that does nothing but relay requests of this format. */
    relayedFormat?: WireFormatId;
  }
}

/**
 * A route for whoever has a token, which does nothing but relay its requests. Nearly all requests come to such routes, so
 * they are served as soon as their route is known, without the layers that every other route has.
 */
export function RelayRoute(path: string, relayedFormat: WireFormatId): MethodDecorator {
  return applyDecorators(Post(path), Access('token'), RouteConfig({ relayedFormat }));
}

/** Serves the routes that only relay: the same steps as behind a guard, a controller and a filter, without those. */
@Injectable()
export class DirectRelay {
  constructor(
    private readonly access: TokenAccess,
    private readonly requests: ModelRequests,
    private readonly errors: ErrorFilter,
  ) {}

  /** Answers in any case, and never rejects. */
  async serve(format: WireFormatId, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      const admission = this.access.admit(request, reply, this.access.authenticate(request));
      if (admission !== undefined) await admission;
      await this.requests.relay(format, request, reply);
    } catch (thrown) {
      this.errors.answer(thrown, request, reply);
    }
  }
}
