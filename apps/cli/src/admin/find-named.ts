import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type AdminClient } from './admin-client.js';
import { readList } from './read-list.js';

/** A kind of resources of the admin API with names. */
export interface NamedResources<Resource extends { id: string }> {
  noun: string;
  path: string;
  /** The filter of the list for a part of the name. */
  filter: string;
  isNamed: (resource: Resource, name: string) => boolean;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds the only resource with this name or id. */
export async function findNamed<Resource extends { id: string }>(
  admin: AdminClient,
  resources: NamedResources<Resource>,
  nameOrId: string,
): Promise<Resource> {
  const { noun, path, filter, isNamed } = resources;
  const { data } = await readList<Resource>(admin, path, { [filter]: nameOrId });
  const named = data.filter((resource) => isNamed(resource, nameOrId));
  const found = [...named, ...(await findById(admin, resources, nameOrId))];
  const ids = [...new Set(found.map(({ id }) => id))];
  const [resource] = found;
  if (resource === undefined) throw notFound(`No ${noun} named "${nameOrId}" was found.`);
  if (ids.length > 1)
    throw notFound(`"${nameOrId}" matches more than one ${noun}: ${ids.join(', ')}. Use an id.`);
  return resource;
}

async function findById<Resource extends { id: string }>(
  admin: AdminClient,
  { path }: NamedResources<Resource>,
  id: string,
): Promise<Resource[]> {
  if (!UUID.test(id)) return [];
  try {
    return [(await admin.request('GET', `${path}/${id}`)) as Resource];
  } catch (error) {
    if (error instanceof CommandFailure && error.exitCode === exitCodes.notFound) return [];
    throw error;
  }
}

function notFound(message: string): CommandFailure {
  return new CommandFailure(message, exitCodes.notFound);
}
