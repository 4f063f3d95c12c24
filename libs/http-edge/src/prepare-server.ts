import { type FastifyInstance } from 'fastify';
import { type RouteTable } from './route-table.js';

/** Prepares a server before its routes are added. */
export function prepareServer(server: FastifyInstance, routes: RouteTable): void {
  server.removeAllContentTypeParsers();
  // Handlers read bodies themselves, after the guard.
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.decorateRequest('requestContext');
  server.addHook('onRoute', ({ method, url }) => routes.add(method, url));
}
