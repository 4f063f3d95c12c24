import { type FastifyRequest } from 'fastify';

/** Without what follows it: a credential may stand there, and both logs and error messages are kept by others. */
export function getPath(request: FastifyRequest): string {
  const { url } = request;
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  const fragment = path.indexOf('#');
  return fragment === -1 ? path : path.slice(0, fragment);
}
