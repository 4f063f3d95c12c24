import { Reflector } from '@nestjs/core';

/**
 * Who may call a route: anybody, whoever holds an API token, or whoever opens a session, with a token or with a secret
 * that was issued for one. A route that does not say so does not start.
 */
export const Access = Reflector.createDecorator<'public' | 'token' | 'session'>();
