import { type FastifyRequest } from 'fastify';

/** Whether the client wants to go on over a WebSocket, and Node has understood it so. */
export function isSocketRequest({ raw }: FastifyRequest): boolean {
  return (raw as { upgrade?: boolean }).upgrade === true;
}
