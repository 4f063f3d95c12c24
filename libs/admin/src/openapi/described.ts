import { Reflector } from '@nestjs/core';

type ResponseClass = new () => object;

export interface RouteDescription {
  /** A few words about what the route does. */
  summary: string;
  description?: string;
  /** The response: a class with fields, or a page of such objects. Without it, the response has no body. */
  response?: ResponseClass | { pageOf: ResponseClass; hasTotal?: boolean };
  /** The media type of a text response that is not JSON. */
  text?: string;
  /** The media type of a file response. */
  file?: string;
}

/** The description for the API reference. Required on every route of the admin API. */
export const Described = Reflector.createDecorator<RouteDescription>();
