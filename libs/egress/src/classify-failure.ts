import { type CancelSignal, GatewayError } from '#canonical';

/** This machine has no free sockets, ports or socket memory. The upstream is not at fault. */
const LOCAL_LIMITS = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM']);
const UNPARSEABLE = new Set(['UND_ERR_RESPONSE_EXCEEDED_SIZE', 'UND_ERR_HEADERS_OVERFLOW']);

/**
 * Converts an error of a request to a GatewayError. If the signal was aborted with a GatewayError, that is returned.
 * `hasResponse`: the response head had arrived, so the upstream was reached.
 */
export function classifyFailure(
  thrown: unknown,
  signal: Pick<CancelSignal, 'aborted' | 'reason'>,
  { hasResponse = false }: { hasResponse?: boolean } = {},
): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  if (signal.aborted && signal.reason instanceof GatewayError) return signal.reason;
  const code = errorCode(thrown);
  if (UNPARSEABLE.has(code) || code.startsWith('HPE_')) {
    return new GatewayError(
      'upstream-bad-response',
      'The provider returned a response that could not be parsed.',
      { cause: thrown },
    );
  }
  if (LOCAL_LIMITS.has(code)) {
    return new GatewayError(
      'overloaded',
      'The gateway has too many open connections. Try again in a moment.',
      {
        cause: thrown,
      },
    );
  }
  if (hasResponse) {
    return new GatewayError('upstream-interrupted', 'The provider aborted its response.', {
      cause: thrown,
    });
  }
  return new GatewayError('upstream-unreachable', 'The connection to the provider failed.', {
    cause: thrown,
  });
}

function errorCode(thrown: unknown): string {
  const code = (thrown as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
