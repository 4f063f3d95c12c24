interface DatabaseFault {
  code?: unknown;
  message?: unknown;
  /** What the driver has thrown, where the error is about a query. */
  driverError?: { code?: unknown };
}

/**
 * Classes 08, 53, 57P0 and 58 of Postgres: the connection, the server's resources, a server that starts or stops, its disk.
 * 25006 is a server that takes no writes, such as a standby.
 */
const AWAY_CODES =
  /^(?:08|53|57P0|58)|^25006$|^ECONN|^E(?:PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND)$/;
/** What the driver says where it has no code for it. */
const AWAY_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;

/** Whether a request failed only because the database cannot be used now: it may be sent again in a moment. */
export function isDatabaseAway(thrown: unknown): boolean {
  const { message } = (thrown ?? {}) as DatabaseFault;
  const code = codeFrom(thrown);
  if (typeof code === 'string' && AWAY_CODES.test(code)) return true;
  return typeof message === 'string' && AWAY_MESSAGES.test(message);
}

/** Postgres takes every character but U+0000, neither in a text nor in JSON. */
export function isUnstorableText(thrown: unknown): boolean {
  const code = codeFrom(thrown);
  return code === '22021' || code === '22P05';
}

/** Whether the database will never take these values: one does not fit, or breaks a constraint. Retrying does not help. */
export function isUnstorableData(thrown: unknown): boolean {
  const code = codeFrom(thrown);
  return typeof code === 'string' && /^2[23]...$/.test(code);
}

function codeFrom(thrown: unknown): unknown {
  const { code, driverError } = (thrown ?? {}) as DatabaseFault;
  return driverError?.code ?? code;
}
