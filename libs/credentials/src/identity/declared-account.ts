import { type ChannelAuth } from '../channel-auth.js';

/**
 * Who has written the settings of an account. `operator`: the config file or the environment of the gateway. `api`:
 * everybody else, the console and the command line for single entries included.
 */
export type DeclaredBy = 'operator' | 'api';

/** An account with an identity, as it is stored or sent: not yet judged. */
export interface DeclaredAccount {
  auth: ChannelAuth;
  /** `api` where it is left out. */
  declaredBy?: DeclaredBy | undefined;
  baseUrl?: string | undefined;
  region?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}
