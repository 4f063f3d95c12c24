import { type Principal } from '#rights';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';

/** The origin of a request, for audit entries and limits. */
export interface RequestOrigin {
  /** The IP address of the client. */
  address: string;
  requestId: string;
}

export interface Caller extends RequestOrigin {
  principal: Principal;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of the admin API. */
    principal?: Principal;
  }
}

export function toRequestOrigin({ ip, id }: FastifyRequest): RequestOrigin {
  return { address: ip, requestId: id };
}

/** A parameter decorator for the caller of a route. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const { principal } = request;
  if (principal === undefined) throw new Error('a route that uses the caller must require authentication');
  return { principal, ...toRequestOrigin(request) };
});
