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

/** The database's certificate is not trusted, or is another host's. */
const UNTRUSTED_CERTIFICATE: readonly unknown[] = [
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
/** The driver's error where the address asks for TLS and the server has none; it carries no code. */
const NO_TLS = 'The server does not support SSL connections';

/** Whether a database may answer later where it gave this error now. A wrong password is not made better by waiting. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = asFault(error);
  return AWAY.includes(code) || TIMEOUT.test(message);
}

/** One line that names the variable, where the operator can mend this error of a connection; otherwise undefined. */
export function describeDatabaseFault(error: unknown, url: string): string | undefined {
  const { code, message } = asFault(error);
  const { hostname, port, pathname, username } = new URL(url);
  const place = `${hostname}:${port === '' ? '5432' : port}`;
  if (code === NO_SUCH_DATABASE) {
    return `DATABASE_URL: there is no database ${quote(decodeURIComponent(pathname.slice(1)))} at ${place}`;
  }
  if (NOT_LET_IN.includes(code)) {
    return `DATABASE_URL: cannot connect to the database at ${place} as ${quote(decodeURIComponent(username))}: ${message}`;
  }
  const tlsFault = describeTlsFault(error, place);
  if (tlsFault !== undefined) return tlsFault;
  if (code === PROTOCOL_VIOLATION && message.includes('startup parameter')) {
    return `DATABASE_URL: a pooler answers at ${place} (${message}); set DATABASE_DIRECT_URL to the address of the database itself`;
  }
  if (isDatabaseAway(error)) {
    const reason = typeof code === 'string' ? code : message;
    return `DATABASE_URL: no database answers at ${place} (${reason})`;
  }
  return undefined;
}

function describeTlsFault(error: unknown, place: string): string | undefined {
  const { code, message } = asFault(error);
  if (UNTRUSTED_CERTIFICATE.includes(code)) {
    return `DATABASE_URL: the certificate of the database at ${place} is not trusted (${message}); name the file of its CA with sslrootcert`;
  }
  if (message === NO_TLS) {
    return `DATABASE_URL: sslmode asks for TLS, which the database at ${place} does not offer`;
  }
  const { syscall, path } = error as { syscall?: unknown; path?: unknown };
  // The driver reads sslrootcert, sslcert and sslkey when it makes a connection.
  if (syscall === 'open' && typeof path === 'string') {
    return `DATABASE_URL: cannot read the file ${quote(path)} that it names (${String(code)})`;
  }
  return undefined;
}

function asFault(error: unknown): { code: unknown; message: string } {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return { code, message: typeof message === 'string' ? message : '' };
}
