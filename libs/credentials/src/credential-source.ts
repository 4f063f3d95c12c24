import { type CancelSignal } from '#canonical';

/** What a request is signed or authorized with. */
export type Credentials =
  | { kind: 'bearer'; token: string }
  | { kind: 'aws'; accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** Credentials that are renewed by themselves, ahead of their end: no request waits for them. */
export interface CredentialSource {
  /** Undefined until the first have come, and where the last have ended without others. */
  readonly current: Credentials | undefined;
  /** The current ones, or the next that come. Throws a GatewayError whose cause tells why there are none. */
  ready(signal: CancelSignal): Promise<Credentials>;
}

/** Credentials as they were given to us. */
export interface Issued {
  credentials: Credentials;
  /** Milliseconds since 1970; undefined where they have no end. */
  expiresAt?: number;
  /** For those that have no end, and may be others all the same: when to look again. */
  renewAfterMs?: number;
}

/** Asks whoever gives them. Throws a CredentialFault. */
export type FetchCredentials = (signal: AbortSignal) => Promise<Issued>;
