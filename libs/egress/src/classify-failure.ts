import { type CancelSignal, GatewayError } from '#canonical';

/** This machine has no more sockets, ports or memory for them to give: that is not the fault of whom we call. */
const NONE_LEFT_HERE = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM']);
const UNREADABLE = new Set(['UND_ERR_RESPONSE_EXCEEDED_SIZE', 'UND_ERR_HEADERS_OVERFLOW']);

/** What a failed exchange means. An abort that carries a GatewayError as its reason is that error. */
export function asGatewayError(
  thrown: unknown,
  signal: Pick<CancelSignal, 'aborted' | 'reason'>,
): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  if (signal.aborted && signal.reason instanceof GatewayError) return signal.reason;
  const code = errorCode(thrown);
  if (UNREADABLE.has(code) || code.startsWith('HPE_')) {
    return new GatewayError(
      'upstream-bad-response',
      'The model service sent an answer that cannot be read.',
      { cause: thrown },
    );
  }
  if (NONE_LEFT_HERE.has(code)) {
    return new GatewayError(
      'overloaded',
      'The gateway has too many connections open. Try again in a moment.',
      {
        cause: thrown,
      },
    );
  }
  return new GatewayError('upstream-unreachable', 'The connection to the model service failed.', {
    cause: thrown,
  });
}

function errorCode(thrown: unknown): string {
  const code = (thrown as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
