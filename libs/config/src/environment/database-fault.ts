import { quote } from '../text/quote.js';

const NO_SUCH_DATABASE = '3D000';
const NOT_LET_IN: readonly unknown[] = ['28P01', '28000'];
const PROTOCOL_VIOLATION = '08P01';

/** Refused, reset or "the database system is starting up". */
const AWAY: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P03',
];
/** The driver has no code for a connection that does not come about in time. */
const TIMEOUT =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated due to connection timeout)/;

/** Whether a database may answer later where it gave this error now. A wrong password is not made better by waiting. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = asFault(error);
  return AWAY.includes(code) || TIMEOUT.test(message);
}

/** One line that names the variable, where this error says that the address of the database is wrong or nobody is there. */
export function describeDatabaseFault(error: unknown, url: string): string | undefined {
  const { code, message } = asFault(error);
  const { hostname, port, pathname, username } = new URL(url);
  const place = `${hostname}:${port === '' ? '5432' : port}`;
  if (code === NO_SUCH_DATABASE) {
    return `DATABASE_URL: there is no database ${quote(decodeURIComponent(pathname.slice(1)))} at ${place}`;
  }
  if (NOT_LET_IN.includes(code)) {
    return `DATABASE_URL: the database at ${place} does not let ${quote(decodeURIComponent(username))} in: ${message}`;
  }
  if (code === PROTOCOL_VIOLATION && message.includes('startup parameter')) {
    return `DATABASE_URL: a pooler answers at ${place} (${message}); set DATABASE_DIRECT_URL to the address of the database itself`;
  }
  if (isDatabaseAway(error)) {
    const reason = typeof code === 'string' ? code : message;
    return `DATABASE_URL: no database answers at ${place} (${reason})`;
  }
  return undefined;
}

function asFault(error: unknown): { code: unknown; message: string } {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return { code, message: typeof message === 'string' ? message : '' };
}
