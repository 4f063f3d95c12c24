import { type CancelSignal } from '#canonical';

/** The credentials that sign or authorize a request. */
export type Credentials =
  | { kind: 'bearer'; token: string }
  | { kind: 'aws'; accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** Credentials that are renewed before they expire, so that requests do not wait for them. */
export interface CredentialSource {
  /** Undefined until the first ones are fetched, and after the last ones have expired. */
  readonly current: Credentials | undefined;
  /** The current credentials, or the next fetched ones. Throws a GatewayError whose cause is the CredentialFault. */
  ready(signal: CancelSignal): Promise<Credentials>;
  /**
   * Called when a service rejects credentials that have not expired. Resolves to other credentials, or to undefined if they
   * cannot be renewed or were renewed a moment ago. Requests that are rejected at the same time share one renewal.
   */
  renew(refused: Credentials, signal: CancelSignal): Promise<Credentials | undefined>;
  /** Throws a GatewayError if the credentials must not be sent to this address. */
  requireAddress(url: URL): void;
  /** The addresses that the credentials were fetched from, for the audit log. */
  readonly addresses: readonly string[];
}

/** Fetched credentials. */
export interface IssuedCredentials {
  credentials: Credentials;
  /** Milliseconds since 1970; undefined if they do not expire. */
  expiresAt?: number;
  /** For credentials that do not expire but can be replaced: when to fetch them again. */
  renewAfterMs?: number;
}

/** Fetches credentials. Throws a CredentialFault. */
export type FetchCredentials = (signal: AbortSignal) => Promise<IssuedCredentials>;
