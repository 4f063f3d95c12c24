import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  BLANK_TOKEN,
  OwnerEntity,
  OwnerRepository,
  TokenEntity,
  TokenRepository,
  UserEntity,
  limitColumns,
  openWebhookSecret,
  replaceWebhookSecret,
} from '#access';
import { ChannelEntity, ChannelRepository, ApprovedChannel, ModelEntity, ModelRepository } from '#catalog';
import { type Config, composeConfigFile, loadConfig } from '#config';
import { IdentityRules } from '#credentials';
import { type Database, createDataSource } from '#database';
import { listKnownProviders } from '#providers';
import { OPERATOR, authorizeChange } from '#rights';
import { SecretBox, hashTokenKey } from '#secrets';
import { exportEntries } from '#setup';
import {
  type MadeInstallation,
  type MadeToken,
  arbitraryInstallation,
} from '../../../../test/cli/arbitrary-installation.js';
import { applyEntries } from '../../../../test/harness/apply-entries.js';
import { type TestDatabase, createTestDatabase } from '../../../../test/harness/index.js';

const DECLARED = { declaredBy: 'operator', rules: new IdentityRules([]) } as const;

const getSecrets = ({ channels, tokens }: MadeInstallation): string[] => [
  ...channels.flatMap(({ apiKeys, headers, auth }) => [
    ...apiKeys,
    ...Object.values(headers),
    ...(auth?.type === 'entra' ? [auth.clientSecret ?? ''] : []),
  ]),
  ...tokens.flatMap(({ webhook }) => webhook?.secret ?? []),
];

interface StoredEntry {
  kind: string;
  name: string;
  isEnabled: boolean;
  fields: Readonly<Record<string, unknown>>;
}

function toEntry(kind: string, name: string, stored: object & { enabled: boolean }): StoredEntry {
  const { enabled, ...rest } = stored;
  const ignoredFields = new Set(['id', 'createdAt', 'updatedAt', 'origin']);
  const fields = Object.fromEntries(Object.entries(rest).filter(([field]) => !ignoredFields.has(field)));
  return { kind, name, isEnabled: enabled, fields };
}

function sortEntries(entries: readonly StoredEntry[]): StoredEntry[] {
  return entries.toSorted((one, other) =>
    `${one.kind} ${one.name}` < `${other.kind} ${other.name}` ? -1 : 1,
  );
}

/** A config file can declare disabled channels, but no other disabled entries. */
function isDeclarable({ kind, isEnabled }: StoredEntry): boolean {
  return isEnabled || kind === 'channel';
}

/** The entries without the fields that differ between installations: ids, keys and declaredBy. */
function toComparable(entries: readonly StoredEntry[]): unknown[] {
  return sortEntries(entries).map(
    ({
      kind,
      name,
      isEnabled,
      fields: { keyHash: _keyHash, keyHint: _keyHint, declaredBy: _declaredBy, ...fields },
    }) => ({
      kind,
      name,
      isEnabled,
      fields: JSON.parse(JSON.stringify(fields)) as unknown,
    }),
  );
}

describe('an exported config file', () => {
  let database: TestDatabase;
  let dataSource: Database;
  let folder: string;
  const secretBox = new SecretBox(randomBytes(32));

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-round-trip-'));
    const entities = [ChannelEntity, ModelEntity, OwnerEntity, TokenEntity, UserEntity];
    dataSource = createDataSource({ url: database.url, entities });
    await dataSource.initialize();
  });

  afterAll(async () => {
    await dataSource.destroy();
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  const clear = (): Promise<unknown> => database.query('TRUNCATE channels, models, owners, tokens CASCADE');

  /** Creates the entries like the console. */
  async function create({ channels, models, owners, tokens }: MadeInstallation): Promise<void> {
    const before = undefined;
    for (const channel of channels) {
      const after = ApprovedChannel.judge(channel, DECLARED).toStored({
        id: randomUUID(),
        origin: 'console',
      });
      const change = authorizeChange(OPERATOR, { kind: 'channel', before, after });
      await new ChannelRepository(dataSource, secretBox).create(change);
    }
    for (const model of models) {
      const after = { ...model, enabled: true, origin: 'console' as const };
      await new ModelRepository(dataSource).save(authorizeChange(OPERATOR, { kind: 'model', before, after }));
    }
    for (const { name, ...limits } of owners) {
      const after = { id: name, ...limitColumns(limits), enabled: true, origin: 'console' } as const;
      await new OwnerRepository(dataSource).save(authorizeChange(OPERATOR, { kind: 'owner', before, after }));
    }
    for (const token of tokens) {
      const change = authorizeChange(OPERATOR, { kind: 'token', before, after: toColumns(token) });
      await new TokenRepository(dataSource).create(change);
    }
  }

  function toColumns({ limits, webhook, ...token }: MadeToken) {
    const id = randomUUID();
    return {
      ...BLANK_TOKEN,
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

  const loadEntries = async (): Promise<StoredEntry[]> => [
    ...(await new ChannelRepository(dataSource, secretBox).findAll()).map((channel) =>
      toEntry('channel', channel.name, channel),
    ),
    ...(await new ModelRepository(dataSource).findAll()).map((model) => toEntry('model', model.id, model)),
    ...(await new OwnerRepository(dataSource).findAll()).map((owner) => toEntry('owner', owner.id, owner)),
    ...(await new TokenRepository(dataSource).findAll()).map(({ webhookSecret: sealed, ...token }) => {
      const webhookSecret = sealed && openWebhookSecret(secretBox, token.id, sealed);
      return toEntry('token', token.name, Object.assign(token, { webhookSecret }));
    }),
  ];

  /** Reads the file like a start, with its secrets as environment variables. */
  function read(text: string, secrets: Readonly<Record<string, string>>): NonNullable<Config['file']> {
    const path = join(folder, 'modelgate.yaml');
    writeFileSync(path, text);
    const { file } = loadConfig({ ...secrets, MODELGATE_CONFIG: path }, folder, listKnownProviders());
    if (file === undefined) throw new Error('the file was not read');
    return file;
  }

  it('changes nothing in its installation, and creates the same entries in an empty one', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryInstallation, async (installation) => {
        await clear();
        await create(installation);
        const before = await loadEntries();
        const exported = await exportEntries(dataSource, secretBox, { isWhole: false, settings: undefined });
        const text = composeConfigFile(undefined, exported.additions);
        // A name may contain a short secret by chance.
        for (const secret of getSecrets(installation).filter(({ length }) => length > 12)) {
          expect(text).not.toContain(secret);
        }
        const file = read(text, exported.secrets);
        const { issued, changes } = await applyEntries(dataSource, secretBox, file);
        expect(issued).toEqual([]);
        const after = await loadEntries();
        expect(changes.filter(({ change }) => change !== 'adopted')).toEqual([]);
        expect(after).toHaveLength(before.length);

        expect(await applyEntries(dataSource, secretBox, file)).toMatchObject({ changes: [] });
        expect(sortEntries(await loadEntries())).toEqual(sortEntries(after));

        await clear();
        await applyEntries(dataSource, secretBox, file);
        expect(toComparable(await loadEntries())).toEqual(toComparable(before.filter(isDeclarable)));
      }),
      { numRuns: 20 },
    );
  });
});
