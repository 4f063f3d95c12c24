import { type CancelSignal } from '#canonical';

/** What a request is signed or authorized with. */
export type Credentials =
  | { kind: 'bearer'; token: string }
  | { kind: 'aws'; accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** Credentials that are renewed before they end, so that requests do not wait for them. */
export interface CredentialSource {
  /** Undefined until the first are fetched, and once the last have ended. */
  readonly current: Credentials | undefined;
  /** The current ones, or the next that are fetched. Throws a GatewayError whose cause says why there are none. */
  ready(signal: CancelSignal): Promise<Credentials>;
  /**
   * Called when a service refuses credentials that have not ended. Resolves to other credentials, or to undefined where
   * there are none: they cannot be renewed, or they were renewed just now. Requests that are refused at the same time
   * share one renewal.
   */
  renew(refused: Credentials, signal: CancelSignal): Promise<Credentials | undefined>;
  /** Throws a GatewayError where the credentials may not be sent to this address. */
  requireAddress(url: URL): void;
  /** The addresses that the credentials were fetched from, for the audit log. */
  readonly addresses: readonly string[];
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
