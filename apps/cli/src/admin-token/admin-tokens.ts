import { type AdminTokenView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { readList } from '../admin/read-list.js';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

export const ADMIN_TOKENS = '/api/admin-tokens';

/** Finds the active admin token with this name or id. */
export async function findAdminToken(admin: AdminClient, nameOrId: string): Promise<AdminTokenView> {
  const { data } = await readList<AdminTokenView>(admin, ADMIN_TOKENS);
  const found = data.filter(({ id, name }) => name === nameOrId || id === nameOrId);
  const [token] = found;
  if (token === undefined) throw notFound(`No admin token named "${nameOrId}" was found.`);
  if (found.length === 1) return token;
  throw notFound(
    `"${nameOrId}" matches more than one admin token: ${found.map(({ id }) => id).join(', ')}. Use an id.`,
  );
}

function notFound(message: string): CommandFailure {
  return new CommandFailure(message, exitCodes.notFound);
}
