import { type FastifyRequest } from 'fastify';

/** Without what follows it: a credential may stand there, and both logs and error messages are kept by others. */
export function getPath(request: FastifyRequest): string {
  const { url } = request;
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}
