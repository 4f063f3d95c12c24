import { readEnvironment, readVariable } from '#config';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type AdminClient } from './admin-client.js';

export interface AdminChoice {
  /** As written on the command line; else MODELGATE_SERVER says it, or nobody. */
  server?: string | undefined;
  adminToken?: string | undefined;
  note: (line: string) => void;
}

/** Opens the admin API that was chosen for as long as the work takes. */
export async function withAdmin<T>(
  choice: AdminChoice,
  work: (admin: AdminClient) => Promise<T>,
): Promise<T> {
  const environment = readEnvironment();
  const server = given(choice.server) ?? given(environment['MODELGATE_SERVER']);
  const adminToken = given(choice.adminToken) ?? readVariable(environment, 'MODELGATE_ADMIN_TOKEN');
  if (server !== undefined) {
    const { openRemoteAdmin } = await import('./remote-admin.js');
    return work(openRemoteAdmin({ url: parseServer(server), adminToken: requireToken(adminToken) }));
  }
  if (given(choice.adminToken) !== undefined) {
    throw new CommandFailure('--admin-token is for a server: say which with --server.', exitCodes.usage);
  }
  const { withLocalAdmin } = await import('./local-admin.js');
  return withLocalAdmin(choice.note, work);
}

/** An empty variable is one that is not set. */
function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

function parseServer(server: string): URL {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url !== undefined && (url.protocol === 'http:' || url.protocol === 'https:') && url.search === '')
    return url;
  throw new CommandFailure(`--server: "${server}" is not an http:// or https:// address`, exitCodes.usage);
}

function requireToken(adminToken: string | undefined): string {
  if (adminToken !== undefined) return adminToken;
  throw new CommandFailure(
    'A server is asked with an admin token: set MODELGATE_ADMIN_TOKEN, or use --admin-token.',
    exitCodes.denied,
  );
}
