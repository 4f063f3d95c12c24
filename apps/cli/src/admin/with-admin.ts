import { readEnvironment, readVariable } from '#config';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type AdminClient } from './admin-client.js';

export interface AdminChoice {
  /** The option of the command line. Default: MODELGATE_SERVER, or else the local database. */
  server?: string | undefined;
  adminToken?: string | undefined;
  note: (line: string) => void;
}

/** Opens the chosen admin API for the duration of the work. */
export async function withAdmin<T>(
  choice: AdminChoice,
  work: (admin: AdminClient) => Promise<T>,
): Promise<T> {
  const environment = readEnvironment();
  const server = emptyToUndefined(choice.server) ?? emptyToUndefined(environment['MODELGATE_SERVER']);
  const adminToken =
    emptyToUndefined(choice.adminToken) ?? readVariable(environment, 'MODELGATE_ADMIN_TOKEN');
  if (server !== undefined) {
    const { openRemoteAdmin } = await import('./remote-admin.js');
    return work(openRemoteAdmin({ url: parseServer(server), adminToken: requireToken(adminToken) }));
  }
  if (emptyToUndefined(choice.adminToken) !== undefined) {
    throw new CommandFailure('--admin-token requires --server.', exitCodes.usage);
  }
  const { withLocalAdmin } = await import('./local-admin.js');
  return withLocalAdmin(choice.note, work);
}

/** An empty variable counts as not set. */
function emptyToUndefined(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

function parseServer(server: string): URL {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url !== undefined && (url.protocol === 'http:' || url.protocol === 'https:') && url.search === '')
    return url;
  throw new CommandFailure(`--server: "${server}" is not an http:// or https:// URL`, exitCodes.usage);
}

function requireToken(adminToken: string | undefined): string {
  if (adminToken !== undefined) return adminToken;
  throw new CommandFailure(
    '--server requires an admin token. Set MODELGATE_ADMIN_TOKEN or use --admin-token.',
    exitCodes.denied,
  );
}
