import { type ErrorKind, type GatewayError } from '#canonical';

const NORMAL = 1000;
const GOING_AWAY = 1001;
const POLICY = 1008;
const TOO_BIG = 1009;
const FAILED = 1011;
const RESTARTING = 1012;
const TRY_LATER = 1013;

/** Of these codes, official clients reconnect after 1001, 1011, 1012 and 1013. */
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

/** The close code for an error that ends the session. */
export function closeCodeFor({ kind, source }: GatewayError): number {
  return CODES[kind] ?? (source === 'client' ? POLICY : FAILED);
}

/** Upstream codes that also apply to the client; all others concern only the gateway's own connection. */
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

/** The close code for the client after the upstream closed. 1005 and 1006 mean that there was no code. */
export function closeCodeFromUpstream(code: number): number {
  return FORWARDED.has(code) ? code : FAILED;
}
