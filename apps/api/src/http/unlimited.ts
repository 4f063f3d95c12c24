import { Reflector } from '@nestjs/core';

/** For a request that lowers the load, or costs nothing: it counts against no limit of its token. */
export const Unlimited = Reflector.createDecorator<true>();
