import { describe, expect, it } from '@jest/globals';
import { type AdminClient, type AdminQuery } from './admin-client.js';
import { type NamedResources, findNamed } from './find-named.js';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

interface Thing {
  id: string;
  name: string;
}

const THINGS: NamedResources<Thing> = {
  noun: 'thing',
  path: '/api/things',
  filter: 'search',
  isNamed: (thing, name) => thing.name === name,
};
const ID = '6a4b1f5e-8f5d-4f0e-9d55-6c1f2f1f0a11';

/** An admin API with these things, one per page. */
function createAdmin(...things: Thing[]): AdminClient {
  const page = ({ search = '', cursor = '0' }: AdminQuery): object => {
    const matching = things.filter(({ name }) => name.includes(String(search)));
    const next = Number(cursor) + 1;
    return {
      data: matching.slice(next - 1, next),
      next_cursor: next < matching.length ? String(next) : null,
    };
  };
  const getThing = (path: string): Thing => {
    const thing = things.find(({ id }) => path === `/api/things/${id}`);
    if (thing === undefined) throw new CommandFailure('Not found.', exitCodes.notFound);
    return thing;
  };
  return {
    request: async (_method, path, _body, query = {}) =>
      path === THINGS.path ? page(query) : getThing(path),
    requestText: () => Promise.reject(new Error('requestText is not used')),
  };
}

describe('findNamed', () => {
  it('finds a resource by its exact name on any page', async () => {
    const admin = createAdmin(
      { id: '1', name: 'main two' },
      { id: '2', name: 'domain' },
      { id: '3', name: 'main' },
    );
    expect(await findNamed(admin, THINGS, 'main')).toMatchObject({ id: '3' });
    await expect(findNamed(admin, THINGS, 'mai')).rejects.toMatchObject({
      message: 'No thing named "mai" was found.',
      exitCode: 66,
    });
  });

  it('finds a resource by its id', async () => {
    const admin = createAdmin({ id: ID, name: 'main' });
    expect(await findNamed(admin, THINGS, ID)).toMatchObject({ name: 'main' });
  });

  it('finds a resource whose name is its id', async () => {
    expect(await findNamed(createAdmin({ id: ID, name: ID }), THINGS, ID)).toMatchObject({ id: ID });
  });

  it('fails if the name of one resource is the id of another', async () => {
    const admin = createAdmin({ id: ID, name: 'main' }, { id: '2', name: ID });
    await expect(findNamed(admin, THINGS, ID)).rejects.toMatchObject({
      message: `"${ID}" matches more than one thing: 2, ${ID}. Use an id.`,
      exitCode: 66,
    });
  });
});
