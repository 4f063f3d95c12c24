import { type ChannelAuth } from '../channel-auth.js';

/**
 * Who wrote the settings of an account. `operator`: the config file or the environment of the gateway. `api`: all others,
 * including the console and the CLI commands for single entries.
 */
export type DeclaredBy = 'operator' | 'api';

/** An account with an unchecked identity, as stored or received. */
export interface DeclaredAccount {
  auth: ChannelAuth;
  /** Default: `api`. */
  declaredBy?: DeclaredBy | undefined;
  baseUrl?: string | undefined;
  region?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}
