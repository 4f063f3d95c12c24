import { Access } from '#http-edge';
import { type WireFormatId } from '#wire';
import { Post, applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';

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
