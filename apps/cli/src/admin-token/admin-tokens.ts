import { type AdminTokenView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { readList } from '../admin/read-list.js';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

export const ADMIN_TOKENS = '/api/admin-tokens';

/** The one that has this name, or this id, and can be used. */
export async function findAdminToken(admin: AdminClient, nameOrId: string): Promise<AdminTokenView> {
  const { data } = await readList<AdminTokenView>(admin, ADMIN_TOKENS);
  const found = data.filter(({ id, name }) => name === nameOrId || id === nameOrId);
  const [token] = found;
  if (token === undefined) throw notFound(`There is no admin token "${nameOrId}".`);
  if (found.length === 1) return token;
  throw notFound(`"${nameOrId}" is more than one admin token: ${found.map(({ id }) => id).join(', ')}.`);
}

function notFound(message: string): CommandFailure {
  return new CommandFailure(message, exitCodes.notFound);
}
