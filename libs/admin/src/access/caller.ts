import { type Principal } from '#rights';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';

/** A request, as far as whoever changes things for it has to know. */
export interface Visit {
  /** Where it came from. */
  address: string;
  requestId: string;
}

export interface Caller extends Visit {
  principal: Principal;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of the admin API. */
    principal?: Principal;
  }
}

export function toVisit({ ip, id }: FastifyRequest): Visit {
  return { address: ip, requestId: id };
}

/** Parameter of a handler: who is asking, and from where. */
export const Asking = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const { principal } = request;
  if (principal === undefined) throw new Error('a route that asks who is calling lets nobody in unknown');
  return { principal, ...toVisit(request) };
});
