import { type Token } from '#access';
import { GatewayError } from '#canonical';
import { type FastifyRequest } from 'fastify';

export function getToken(request: FastifyRequest): Token {
  const { token } = request.requestContext;
  if (token === undefined) throw new GatewayError('missing-credential', 'No API token was provided.');
  return token;
}
