import { describe, expect, it } from '@jest/globals';
import { type AdminClient, type AdminQuery } from './admin-client.js';
import { type NamedThings, findNamed } from './find-named.js';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

interface Thing {
  id: string;
  name: string;
}

const THINGS: NamedThings<Thing> = {
  noun: 'thing',
  path: '/api/things',
  filter: 'search',
  isNamed: (thing, name) => thing.name === name,
};
const ID = '6a4b1f5e-8f5d-4f0e-9d55-6c1f2f1f0a11';

/** An admin API that has these things, and shows one on each page. */
function adminWith(...things: Thing[]): AdminClient {
  const page = ({ search = '', cursor = '0' }: AdminQuery): object => {
    const fitting = things.filter(({ name }) => name.includes(String(search)));
    const next = Number(cursor) + 1;
    return { data: fitting.slice(next - 1, next), next_cursor: next < fitting.length ? String(next) : null };
  };
  const one = (path: string): Thing => {
    const thing = things.find(({ id }) => path === `/api/things/${id}`);
    if (thing === undefined) throw new CommandFailure('There is no such thing.', exitCodes.notFound);
    return thing;
  };
  return {
    request: async (_method, path, _body, query = {}) => (path === THINGS.path ? page(query) : one(path)),
    requestText: () => Promise.reject(new Error('nobody asks for text')),
  };
}

describe('what people name', () => {
  it('is found by its whole name, on whatever page', async () => {
    const admin = adminWith(
      { id: '1', name: 'main two' },
      { id: '2', name: 'domain' },
      { id: '3', name: 'main' },
    );
    expect(await findNamed(admin, THINGS, 'main')).toMatchObject({ id: '3' });
    await expect(findNamed(admin, THINGS, 'mai')).rejects.toMatchObject({
      message: 'There is no thing "mai".',
      exitCode: 66,
    });
  });

  it('is found by its id', async () => {
    const admin = adminWith({ id: ID, name: 'main' });
    expect(await findNamed(admin, THINGS, ID)).toMatchObject({ name: 'main' });
  });

  it('is found once where its name is its id', async () => {
    expect(await findNamed(adminWith({ id: ID, name: ID }), THINGS, ID)).toMatchObject({ id: ID });
  });

  it('is not guessed where the name of one is the id of another', async () => {
    const admin = adminWith({ id: ID, name: 'main' }, { id: '2', name: ID });
    await expect(findNamed(admin, THINGS, ID)).rejects.toMatchObject({
      message: `"${ID}" is more than one thing: 2, ${ID}.`,
      exitCode: 66,
    });
  });
});
