import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type AdminClient } from './admin-client.js';
import { readList } from './read-list.js';

/** Things of the admin API that people know by a name. */
export interface NamedThings<Thing extends { id: string }> {
  noun: string;
  path: string;
  /** The filter of the list that finds names by a part of them. */
  filter: string;
  isNamed: (thing: Thing, name: string) => boolean;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The one thing that has this name, or this id. */
export async function findNamed<Thing extends { id: string }>(
  admin: AdminClient,
  things: NamedThings<Thing>,
  nameOrId: string,
): Promise<Thing> {
  const { noun, path, filter, isNamed } = things;
  const { data } = await readList<Thing>(admin, path, { [filter]: nameOrId });
  const named = data.filter((thing) => isNamed(thing, nameOrId));
  const found = [...named, ...(await findById(admin, things, nameOrId))];
  const ids = [...new Set(found.map(({ id }) => id))];
  const [thing] = found;
  if (thing === undefined) throw notFound(`There is no ${noun} "${nameOrId}".`);
  if (ids.length > 1) throw notFound(`"${nameOrId}" is more than one ${noun}: ${ids.join(', ')}.`);
  return thing;
}

async function findById<Thing extends { id: string }>(
  admin: AdminClient,
  { path }: NamedThings<Thing>,
  id: string,
): Promise<Thing[]> {
  if (!UUID.test(id)) return [];
  try {
    return [(await admin.request('GET', `${path}/${id}`)) as Thing];
  } catch (error) {
    if (error instanceof CommandFailure && error.exitCode === exitCodes.notFound) return [];
    throw error;
  }
}

function notFound(message: string): CommandFailure {
  return new CommandFailure(message, exitCodes.notFound);
}
