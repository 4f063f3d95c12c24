import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Answering } from '../once-by-key.js';

/** A request, and how it is to be answered. */
export interface Received {
  request: FastifyRequest;
  reply: FastifyReply;
  answering: Answering;
}
