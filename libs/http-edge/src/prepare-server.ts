import { type FastifyInstance } from 'fastify';
import { type RouteTable } from './route-table.js';

/** What every server of ours needs before its routes are added. */
export function prepareServer(server: FastifyInstance, routes: RouteTable): void {
  server.removeAllContentTypeParsers();
  // Bodies are read by the handlers, behind the guard.
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.decorateRequest('exchange');
  server.addHook('onRoute', ({ method, url }) => routes.add(method, url));
}
