import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Tables that only change with an `AuthorizedChange`, and the library whose repositories write them. */
const OWNING_LIBRARIES: Readonly<Record<string, string>> = {
  tokens: 'access',
  users: 'access',
  owners: 'access',
  admin_tokens: 'access',
  channels: 'catalog',
  models: 'catalog',
  settings: 'settings',
  config_generations: 'settings',
  config_overrides: 'settings',
  model_facts: 'models',
};

const ENTITIES: Readonly<Record<string, string>> = {
  TokenEntity: 'tokens',
  UserEntity: 'users',
  OwnerEntity: 'owners',
  ChannelEntity: 'channels',
  ModelEntity: 'models',
};

/** Statements whose table is a variable, each with the reason why it is none of the tables above, or may be. */
const DYNAMIC: Readonly<Record<string, string>> = {
  'apps/cli/src/backup/restore-target.ts': 'A restore fills an empty database.',
  'apps/cli/src/keys/reseal.ts': 'It encrypts the same secrets again.',
  'libs/database/src/copy-rows.ts': 'Its callers name the table.',
  'libs/database/src/delete-in-batches.ts': 'Maintenance names the table and the rows.',
  'libs/jobs/src/leased-table.ts': 'It changes the lease of a job.',
  'libs/metering/src/usage/usage-partitions.repository.ts': 'It moves rows of usage.',
};

const STATEMENT =
  /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE)\s+(?:(?:ONLY|TABLE)\s+)?(?:public\.)?["(]?([a-z_]+|\$\{)/gi;
const COPY = /\bCOPY ([a-z_]+|\$\{)|\bcopyRows\(\s*\w+,\s*['"]([a-z_]+)/g;
const ENTITY_REPOSITORY =
  /\bgetRepository\(\s*(\w+Entity)\s*\)(?!\s*\.(?:find|count|exists|createQueryBuilder))/g;
const ENTITY_WRITE = /\.(?:save|insert|update|upsert|delete|remove|increment|decrement)\(\s*(\w+Entity)\b/g;
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;

/** The tables that a source file writes; `*` for a table that is a variable. */
function findWrittenTables(source: string): Set<string> {
  const text = source.replaceAll(COMMENT, '');
  const tables = [...text.matchAll(STATEMENT), ...text.matchAll(COPY)].map(
    ([, table, copied]) => table ?? copied ?? '',
  );
  const entities = [...text.matchAll(ENTITY_REPOSITORY), ...text.matchAll(ENTITY_WRITE)].map(
    ([, entity = '']) => ENTITIES[entity] ?? entity,
  );
  return new Set([...tables.map((table) => (table === '${' ? '*' : table)), ...entities]);
}

function listSources(): string[] {
  return ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`)
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
      .filter((path) => !/\/(?:__fixtures__|migrations|node_modules)\/|^apps\/web\//.test(path)),
  );
}

function isOwner(path: string, table: string): boolean {
  return path.startsWith(`libs/${OWNING_LIBRARIES[table]}/src/`) && path.endsWith('.repository.ts');
}

describe('tables that need an authorized change', () => {
  const written = listSources().map((path) => {
    const tables = findWrittenTables(readFileSync(join(ROOT, path), 'utf8'));
    return { path, tables: [...tables] };
  });

  it('are written by their repositories only', () => {
    const wrong = written.flatMap(({ path, tables }) =>
      tables
        .filter((table) => table in OWNING_LIBRARIES && !isOwner(path, table))
        .map((table) => `${path}: ${table}`),
    );
    expect(wrong).toEqual([]);
  });

  it('are not written through a variable', () => {
    const dynamic = written.filter(({ tables }) => tables.includes('*')).map(({ path }) => path);
    expect(dynamic.toSorted()).toEqual(Object.keys(DYNAMIC).toSorted());
  });

  it('have a repository that writes them', () => {
    const found = new Set(
      written.flatMap(({ path, tables }) => tables.filter((table) => isOwner(path, table))),
    );
    expect(Object.keys(OWNING_LIBRARIES).filter((table) => !found.has(table))).toEqual([]);
  });
});

describe('the search for writes', () => {
  it.each([
    ["query('UPDATE tokens SET enabled = true')", ['tokens']],
    ['query(`insert  into\n  "users" (id)`)', ['users']],
    ['WITH gone AS (DELETE FROM ONLY public.channels RETURNING 1)', ['channels']],
    ['TRUNCATE TABLE settings', ['settings']],
    ["copyRows(manager, 'models', columns, rows)", ['models']],
    ['UPDATE ${table} SET a = 1', ['*']],
    ['manager.getRepository(TokenEntity).save(token)', ['tokens']],
    ['const tokens = manager.getRepository(TokenEntity);', ['tokens']],
    ['manager.update(UserEntity, {}, {})', ['users']],
    ['manager.getRepository(ChannelEntity).findBy({})', []],
    ['SELECT id FROM tokens', []],
    ['  // an UPDATE tokens in a comment', []],
  ])('finds those of %s', (source, tables) => {
    expect([...findWrittenTables(source)]).toEqual(tables);
  });
});
