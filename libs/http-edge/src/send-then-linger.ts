import { type FastifyReply, type FastifyRequest } from 'fastify';

/** How long a client that is still sending its body is listened to. */
const LINGER_MS = 5_000;

export interface LastAnswer {
  status: number;
  headers: Record<string, string>;
  body: object;
}

/**
 * Answers at once, but closes only when the client has stopped sending: a connection that is closed under a body
 * in transit is reset, and the answer is lost with it.
 */
export function sendThenLinger(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: LastAnswer,
): void {
  const { raw } = reply;
  const text = JSON.stringify(body);
  reply.hijack();
  raw.writeHead(status, {
    ...(reply.getHeaders() as Record<string, string>),
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  });
  raw.write(text);
  const timer = setTimeout(() => raw.end(), LINGER_MS);
  const end = (): void => {
    clearTimeout(timer);
    raw.end();
  };
  request.raw.once('end', end).once('close', end).resume();
}
