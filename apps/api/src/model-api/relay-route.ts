import { Access } from '#http-edge';
import { type OperationId } from '#relay';
import { type WireFormatId } from '#wire';
import { Post, applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';

/** The request format of a route: a conversation, or another operation with a JSON body. */
export type RelayedFormat = WireFormatId | OperationId;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for a route that only relays requests of this format. */
    relayedFormat?: RelayedFormat;
  }
}

/**
 * A route that requires a token and only relays requests. Nearly all requests use such routes, so the edge serves them
 * before the guard, the controller and the filter of the framework. The decorated method never runs.
 */
export function RelayRoute(path: string, relayedFormat: RelayedFormat): MethodDecorator {
  return applyDecorators(Post(path), Access('token'), RouteConfig({ relayedFormat }));
}
