import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { openaiHeaders } from '../openai/headers.js';
import type { ErrorAnswer } from '../service.js';

/** Responds to an upgrade request in HTTP. */
export function refuseUpgrade(socket: Duplex, { status, body, headers }: ErrorAnswer): void {
  const content = JSON.stringify(body);
  const lines = Object.entries({
    ...openaiHeaders(),
    ...headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(content)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`, ...lines];
  socket.end(`${head.join('\r\n')}\r\n\r\n${content}`);
}
