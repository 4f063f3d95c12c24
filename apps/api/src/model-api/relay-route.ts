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
 * A route that requires a token and only relays requests. Nearly all requests use such routes, so the edge serves them
 * before the guard, the controller and the filter of the framework. The decorated method never runs.
 */
export function RelayRoute(path: string, relayedFormat: WireFormatId): MethodDecorator {
  return applyDecorators(Post(path), Access('token'), RouteConfig({ relayedFormat }));
}
