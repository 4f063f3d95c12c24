import { type FastifyRequest } from 'fastify';

/** Without what follows it: a credential may stand there, and both logs and error messages are kept by others. */
export function getPath(request: FastifyRequest): string {
  return request.url.split(/[?#]/, 1)[0] ?? '/';
}
