import { type FastifyRequest } from 'fastify';

/** The path without query and fragment, which may have a credential and must not be logged. */
export function getPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  const fragment = path.indexOf('#');
  return fragment === -1 ? path : path.slice(0, fragment);
}
