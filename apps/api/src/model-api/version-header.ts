import { GatewayError } from '#canonical';
import { type FastifyRequest } from 'fastify';

const VERSION_HEADERS = ['anthropic-version', 'vendor-version'] as const;

/** Validates the version, an optional date in one of two headers. Upstreams read the first of them. */
export function checkVersionHeader(request: FastifyRequest): void {
  for (const name of VERSION_HEADERS) {
    const value = request.headers[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || !isCalendarDate(value)) {
      throw new GatewayError('invalid-value', `The "${name}" header must be a date such as 2023-06-01.`, {
        param: name,
      });
    }
    request.headers['anthropic-version'] ??= value;
  }
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
