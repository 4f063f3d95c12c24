import { Reflector } from '@nestjs/core';

/** Who may call a route: anybody, or whoever holds an API token. A route that does not say so does not start. */
export const Access = Reflector.createDecorator<'public' | 'token'>();
