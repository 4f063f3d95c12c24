interface DatabaseFault {
  code?: unknown;
  message?: unknown;
  /** The error of the driver, for errors of queries. */
  driverError?: { code?: unknown };
}

/**
 * The classes 08, 53, 57P0 and 58 of Postgres: the connection, the resources of the server, a starting or stopping server,
 * its disk. 25006 is a server that rejects writes, such as a standby.
 */
const UNAVAILABLE_CODES =
  /^(?:08|53|57P0|58)|^25006$|^ECONN|^E(?:PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND)$/;
/** Messages of the driver for errors without a code. */
const UNAVAILABLE_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;

/** Whether a query failed only because the database is temporarily unavailable, so that it can be retried. */
export function isDatabaseAway(thrown: unknown): boolean {
  const { message } = (thrown ?? {}) as DatabaseFault;
  const code = getCode(thrown);
  if (typeof code === 'string' && UNAVAILABLE_CODES.test(code)) return true;
  return typeof message === 'string' && UNAVAILABLE_MESSAGES.test(message);
}

/** Whether a text or JSON value contains U+0000, the only character that Postgres rejects. */
export function isUnstorableText(thrown: unknown): boolean {
  const code = getCode(thrown);
  return code === '22021' || code === '22P05';
}

/** Whether the database rejects these values permanently: one is out of range or violates a constraint. */
export function isUnstorableData(thrown: unknown): boolean {
  const code = getCode(thrown);
  return typeof code === 'string' && /^2[23]...$/.test(code);
}

function getCode(thrown: unknown): unknown {
  const { code, driverError } = (thrown ?? {}) as DatabaseFault;
  return driverError?.code ?? code;
}
