import { type ErrorKind, type GatewayError } from '#canonical';

const NORMAL = 1000;
const GOING_AWAY = 1001;
const POLICY = 1008;
const TOO_BIG = 1009;
const FAILED = 1011;
const RESTARTING = 1012;
const TRY_LATER = 1013;

/** Official clients connect again by themselves after 1001, 1011, 1012 and 1013, and after no other of these. */
const CODES: Partial<Record<ErrorKind, number>> = {
  'client-gone': NORMAL,
  'request-timeout': GOING_AWAY,
  'body-too-large': TOO_BIG,
  'upstream-too-large': TOO_BIG,
  'shutting-down': RESTARTING,
  'no-channel': TRY_LATER,
  overloaded: TRY_LATER,
  'store-unavailable': TRY_LATER,
  'upstream-overloaded': TRY_LATER,
  'upstream-quota': TRY_LATER,
  'upstream-rejected': POLICY,
};

/** The code with which an error that ends the session closes the socket. */
export function closeCodeFor({ kind, source }: GatewayError): number {
  return CODES[kind] ?? (source === 'client' ? POLICY : FAILED);
}

/** What the upstream's code says to the client as well; the others are about our side of things. */
const FORWARDED: ReadonlySet<number> = new Set([
  NORMAL,
  GOING_AWAY,
  1003,
  1007,
  POLICY,
  TOO_BIG,
  RESTARTING,
  TRY_LATER,
]);

/** The code for the client once the upstream has closed. 1005 and 1006 only say that there was none. */
export function closeCodeFromUpstream(code: number): number {
  return FORWARDED.has(code) ? code : FAILED;
}
