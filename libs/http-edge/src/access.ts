import { Reflector } from '@nestjs/core';

/**
 * Who may call a route: everyone (`public`), clients with an API token (`token`), clients that open a session with a
 * token or a secret issued for one (`session`), or callers that the admin API admits by its own rules (`admin`). A
 * route without this declaration prevents the start.
 */
export const Access = Reflector.createDecorator<'public' | 'token' | 'session' | 'admin'>();
