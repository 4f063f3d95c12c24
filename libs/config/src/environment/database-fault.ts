import { quote } from '../text/quote.js';

const NO_SUCH_DATABASE = '3D000';
const LOGIN_REFUSED: readonly unknown[] = ['28P01', '28000'];
const PROTOCOL_VIOLATION = '08P01';

/** Refused, reset or "the database system is starting up". */
const UNREACHABLE: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P03',
];
/** The driver has no error code for a connection timeout. */
const TIMEOUT =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated due to connection timeout)/;

/** The certificate of the database is not trusted. */
const UNTRUSTED_CERTIFICATE: readonly unknown[] = [
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
const OTHER_HOST = 'ERR_TLS_CERT_ALTNAME_INVALID';
/** The driver's error if the URL requires TLS and the server does not support it. It has no code. */
const NO_TLS = 'The server does not support SSL connections';
/** A part of the driver's error if the URL has `uselibpqcompat` and this mode, but no CA. It has no code. */
const NO_CA = 'sslmode=verify-ca requires specifying a CA with sslrootcert';

/** Whether connecting may succeed later. This is false, for example, for a wrong password. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = toFault(error);
  return UNREACHABLE.includes(code) || TIMEOUT.test(message);
}

/** A line with the variable to correct, if the operator can correct this connection error; otherwise undefined. */
export function describeDatabaseFault(error: unknown, url: string): string | undefined {
  const { code, message } = toFault(error);
  const { hostname, port, pathname, username } = new URL(url);
  const place = `${hostname}:${port === '' ? '5432' : port}`;
  if (code === NO_SUCH_DATABASE) {
    return `DATABASE_URL: there is no database ${quote(decodeURIComponent(pathname.slice(1)))} at ${place}`;
  }
  if (LOGIN_REFUSED.includes(code)) {
    return `DATABASE_URL: cannot connect to the database at ${place} as ${quote(decodeURIComponent(username))}: ${message}`;
  }
  const tlsFault = describeTlsFault(error, place);
  if (tlsFault !== undefined) return tlsFault;
  if (code === PROTOCOL_VIOLATION && message.includes('startup parameter')) {
    return `DATABASE_URL: the server at ${place} is a pooler (${message}); set DATABASE_DIRECT_URL to the address of the database itself`;
  }
  if (isDatabaseAway(error)) {
    const reason = typeof code === 'string' ? code : message;
    return `DATABASE_URL: the database at ${place} does not respond (${reason})`;
  }
  return undefined;
}

function describeTlsFault(error: unknown, place: string): string | undefined {
  const { code, message } = toFault(error);
  if (UNTRUSTED_CERTIFICATE.includes(code)) {
    return `DATABASE_URL: the certificate of the database at ${place} is not trusted (${message}); set sslrootcert to the file of its CA certificate`;
  }
  if (code === OTHER_HOST) {
    return `DATABASE_URL: the certificate of the database at ${place} is for another host (${message}); use a host name of the certificate`;
  }
  if (message.includes(NO_CA)) return 'DATABASE_URL: sslmode=verify-ca requires sslrootcert';
  if (message === NO_TLS) {
    return `DATABASE_URL: sslmode requires TLS, which the database at ${place} does not support`;
  }
  const { syscall, path } = error as { syscall?: unknown; path?: unknown };
  // The driver reads sslrootcert, sslcert and sslkey when it connects.
  if (syscall === 'open' && typeof path === 'string') {
    return `DATABASE_URL: the file ${quote(path)} cannot be read (${String(code)})`;
  }
  return undefined;
}

function toFault(error: unknown): { code: unknown; message: string } {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return { code, message: typeof message === 'string' ? message : '' };
}
