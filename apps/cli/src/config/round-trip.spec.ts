import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as fc from 'fast-check';
import {
  OwnerEntity,
  OwnerRepository,
  TokenEntity,
  TokenRepository,
  limitColumns,
  replaceWebhookSecret,
} from '#access';
import { ChannelEntity, ChannelRepository, ModelEntity, ModelRepository } from '#catalog';
import { type Config, composeConfigFile, loadConfig } from '#config';
import { type Database, createDataSource } from '#database';
import { listKnownProviders } from '#providers';
import { SecretBox, hashTokenKey } from '#secrets';
import { type StoredEntry, applyConfigFile, changesBetween, exportEntries, takeInventory } from '#setup';
import {
  type MadeInstallation,
  type MadeToken,
  arbitraryInstallation,
} from '../../../../test/cli/arbitrary-installation.js';
import { type TestDatabase, createTestDatabase } from '../../../../test/harness/index.js';

jest.setTimeout(120_000);

const getSecrets = ({ channels, tokens }: MadeInstallation): string[] => [
  ...channels.flatMap(({ apiKeys, headers, auth }) => [
    ...apiKeys,
    ...Object.values(headers),
    ...(auth?.type === 'entra' ? [auth.clientSecret ?? ''] : []),
  ]),
  ...tokens.flatMap(({ webhook }) => webhook?.secret ?? []),
];

/** What is turned off and cannot be declared so is left out. */
function isDeclared({ kind, isEnabled }: StoredEntry): boolean {
  return isEnabled || kind === 'channel';
}

/** Without what is different in another installation: ids, keys, and who has declared it. */
function comparable(entries: readonly StoredEntry[]): unknown[] {
  return entries.map(({ kind, name, isEnabled, fields: { key: _key, keyHint: _keyHint, ...fields } }) => ({
    kind,
    name,
    isEnabled,
    fields: JSON.parse(JSON.stringify(fields)) as unknown,
  }));
}

describe('a config file that was exported', () => {
  let database: TestDatabase;
  let dataSource: Database;
  let folder: string;
  const secretBox = new SecretBox(randomBytes(32));

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-round-trip-'));
    const entities = [ChannelEntity, ModelEntity, OwnerEntity, TokenEntity];
    dataSource = createDataSource({ url: database.url, entities });
    await dataSource.initialize();
  });

  afterAll(async () => {
    await dataSource.destroy();
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  const clear = (): Promise<unknown> => database.query('TRUNCATE channels, models, owners, tokens CASCADE');

  /** As somebody in the console would. */
  async function make({ channels, models, owners, tokens }: MadeInstallation): Promise<void> {
    for (const channel of channels)
      await new ChannelRepository(dataSource, secretBox).create(channel, 'console');
    for (const model of models) await new ModelRepository(dataSource).create({ ...model, origin: 'console' });
    for (const { name, ...limits } of owners) {
      const owner = { id: name, ...limitColumns(limits), enabled: true, origin: 'console' } as const;
      await new OwnerRepository(dataSource).create(owner);
    }
    for (const token of tokens) await new TokenRepository(dataSource).create(toColumns(token));
  }

  function toColumns({ limits, webhook, ...token }: MadeToken) {
    const id = randomUUID();
    return {
      id,
      ...token,
      ...limitColumns(limits),
      keyHash: hashTokenKey(id),
      keyHint: 'hint',
      webhookUrl: webhook?.url ?? null,
      webhookSecret: replaceWebhookSecret(secretBox, { id, webhookSecret: null }, webhook?.secret),
      origin: 'console' as const,
    };
  }

  const inventory = (): Promise<StoredEntry[]> =>
    dataSource.transaction((transaction) => takeInventory(transaction, secretBox));

  /** What a start with the file, and with the variables that it names, would read. */
  function read(text: string, secrets: Readonly<Record<string, string>>): NonNullable<Config['file']> {
    const path = join(folder, 'modelgate.yaml');
    writeFileSync(path, text);
    const { file } = loadConfig({ ...secrets, MODELGATE_CONFIG: path }, folder, listKnownProviders());
    if (file === undefined) throw new Error('the file was not read');
    return file;
  }

  it('changes nothing where it came from, and makes the same elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryInstallation, async (made) => {
        await clear();
        await make(made);
        const before = await inventory();
        const exported = await exportEntries(dataSource, secretBox, { isWhole: false, settings: undefined });
        const text = composeConfigFile(undefined, exported.additions);
        // Short ones may stand in a name by chance.
        for (const secret of getSecrets(made).filter(({ length }) => length > 12)) {
          expect(text).not.toContain(secret);
        }
        const file = read(text, exported.secrets);
        expect(await applyConfigFile(dataSource, file, secretBox)).toEqual([]);
        const after = await inventory();
        const changes = changesBetween(before, after);
        expect(changes.filter(({ change }) => change !== 'adopted')).toEqual([]);
        expect(after).toHaveLength(before.length);

        await applyConfigFile(dataSource, file, secretBox);
        expect(await inventory()).toEqual(after);

        await clear();
        await applyConfigFile(dataSource, file, secretBox);
        expect(comparable(await inventory())).toEqual(comparable(before.filter(isDeclared)));
      }),
      { numRuns: 20 },
    );
  });
});
