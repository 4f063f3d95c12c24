import { GatewayError } from '#canonical';
import { type FastifyRequest } from 'fastify';

const MAX_HEADERS = 100;

/** What is wrong with a request whatever it asks for. */
export function findEdgeFault(
  request: FastifyRequest,
  allowedHosts: readonly string[] | undefined,
): GatewayError | undefined {
  const { rawHeaders, httpVersion } = request.raw;
  if (rawHeaders.length / 2 > MAX_HEADERS) {
    return new GatewayError('headers-too-large', `A request may have at most ${MAX_HEADERS} headers.`);
  }
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion === '1.1')) {
    return new GatewayError('invalid-request', 'A request has exactly one Host header.');
  }
  if (allowedHosts !== undefined && !isServedHost(request.headers.host ?? '', allowedHosts)) {
    return new GatewayError('host-not-served', 'This host name is not served here.');
  }
  return undefined;
}

/** An entry without a port stands for the host on any port. */
function isServedHost(host: string, allowedHosts: readonly string[]): boolean {
  const lower = host.toLowerCase();
  const withoutPort = lower.replace(/:\d+$/, '');
  return allowedHosts.some((entry) => entry.toLowerCase() === lower || entry.toLowerCase() === withoutPort);
}
