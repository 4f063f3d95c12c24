import { Reflector } from '@nestjs/core';

/**
 * Who may call a route: anybody, whoever holds an API token, whoever opens a session, with a token or with a secret that
 * was issued for one, or whom the admin API lets in by rules of its own. A route that does not say so does not start.
 */
export const Access = Reflector.createDecorator<'public' | 'token' | 'session' | 'admin'>();
