import { type IncomingMessage, type Server } from 'node:http';
import { type Socket } from 'node:net';

/**
 * Serves a request that offers another protocol than we speak as if it had not: an offer may be ignored. Java's client,
 * for one, offers HTTP/2 with every first request, and Node leaves the rest of such a connection to whoever listens
 * for upgrades. So the request is put back without the offer, and the server reads it again.
 */
export function handBack(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!isAboutTheOffer(name)) lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  const again = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  socket.unshift(Buffer.concat([again, head]));
  server.emit('connection', socket);
}

function isAboutTheOffer(header: string): boolean {
  return ['upgrade', 'connection', 'http2-settings'].includes(header.toLowerCase());
}
