import { type ClientFacts } from '#access';
import { type FastifyRequest } from 'fastify';

/** Limits the size of the lines in the usage spool, each of which has the user agent. */
const MAX_USER_AGENT_LENGTH = 200;

export function getClientFacts({ ip, headers }: FastifyRequest): ClientFacts {
  return { address: ip, userAgent: shortenUserAgent(headers['user-agent']) };
}

export function shortenUserAgent(userAgent: string | undefined): string | undefined {
  if (userAgent === undefined || userAgent.length <= MAX_USER_AGENT_LENGTH) return userAgent;
  return userAgent.slice(0, MAX_USER_AGENT_LENGTH);
}
