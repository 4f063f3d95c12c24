import { setImmediate } from 'node:timers/promises';
import {
  OwnerRepository,
  type PlannedOwner,
  type PlannedToken,
  TokenRepository,
  UserRepository,
  planOwners,
  planTokens,
} from '#access';
import {
  ChannelRepository,
  ModelRepository,
  type PlannedChannel,
  type PlannedModel,
  planChannels,
  planModels,
} from '#catalog';
import { type Config } from '#config';
import { type DeclaredBy, type IdentityRules } from '#credentials';
import { type Database } from '#database';
import { type SecretBox } from '#secrets';
import { ConfigOverrideRepository, DeclaredStates } from '#settings';

/** The part of a config file that is stored. */
export type DeclaredEntries = Pick<NonNullable<Config['file']>, 'channels' | 'models' | 'owners' | 'tokens'>;
export type ReadDatabase = Pick<Database['manager'], 'getRepository' | 'query' | 'transaction'>;

export type PlannedEntry = PlannedChannel | PlannedModel | PlannedOwner | PlannedToken;

/** An entry that a config file has declared and that is in use. */
export interface EnabledEntry {
  kind: PlannedEntry['kind'];
  name: string;
  expiresAt: Date | null;
}

/** What a config file would change. Made by reading alone. */
export interface EntryPlan {
  entries: PlannedEntry[];
  /** What the file now says of entries that were switched against it. */
  declarations: ReadonlyMap<string, boolean>;
  /** What a config file has declared until now. */
  declared: EnabledEntry[];
  /** The owners among the entries that are users. */
  userNames: ReadonlySet<string>;
}

/** Entries that are compared before other work may run: a few milliseconds. */
const SLICE = 100;

export interface EntryPlanning {
  secretBox: SecretBox;
  /** Who has written the file, and which identities of channels they may declare. */
  declaredBy: DeclaredBy;
  rules: IdentityRules;
}

/**
 * Compares the entries of a file with what is stored, in memory and without a lock. Throws an EntryProblem where an identity
 * of a channel may not be declared.
 */
export async function planEntries(
  database: ReadDatabase,
  file: DeclaredEntries,
  { secretBox, declaredBy, rules }: EntryPlanning,
): Promise<EntryPlan> {
  const { owners, tokens, userNames } = await withKnownOwners(database, file);
  const stored = await loadStored(database, secretBox);
  const states = new DeclaredStates(await new ConfigOverrideRepository(database).findAll());
  const entries = await collect([
    planChannels(stored.channels, file.channels, { states, declaredBy, rules }),
    planModels(byId(stored.models), file.models),
    planOwners(byId(stored.owners), owners),
    planTokens(stored.tokens, tokens, { secretBox, states }),
  ]);
  return { entries, declarations: states.declarations, declared: listDeclared(stored), userNames };
}

type Stored = Awaited<ReturnType<typeof loadStored>>;

async function loadStored(database: ReadDatabase, secretBox: SecretBox) {
  const tokens = await all(new TokenRepository(database).findPages());
  return {
    channels: await all(new ChannelRepository(database, secretBox).findPages()),
    models: await all(new ModelRepository(database).findPages()),
    owners: await all(new OwnerRepository(database).findPages()),
    tokens: tokens.filter(({ origin }) => origin !== 'playground'),
  };
}

async function all<Row>(pages: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) {
    for (const row of page) rows.push(row);
  }
  return rows;
}

async function collect(plans: Iterable<PlannedEntry | undefined>[]): Promise<PlannedEntry[]> {
  const entries: PlannedEntry[] = [];
  let steps = 0;
  for (const plan of plans) {
    for (const entry of plan) {
      if (entry !== undefined) entries.push(entry);
      steps += 1;
      if (steps % SLICE === 0) await setImmediate();
    }
  }
  return entries;
}

function isDeclared({ origin, enabled }: { origin: string; enabled: boolean }): boolean {
  return origin === 'file' && enabled;
}

function listDeclared({ channels, models, owners, tokens }: Stored): EnabledEntry[] {
  const never = null;
  return [
    ...channels.filter(isDeclared).map(({ name }) => ({ kind: 'channel' as const, name, expiresAt: never })),
    ...models.filter(isDeclared).map(({ id }) => ({ kind: 'model' as const, name: id, expiresAt: never })),
    ...owners.filter(isDeclared).map(({ id }) => ({ kind: 'owner' as const, name: id, expiresAt: never })),
    ...tokens.filter(isDeclared).map(({ name, expiresAt }) => ({ kind: 'token' as const, name, expiresAt })),
  ];
}

function byId<Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

type KnownOwners = Pick<DeclaredEntries, 'owners' | 'tokens'> & { userNames: ReadonlySet<string> };

/** An e-mail address of a user is that user, in whatever case the file writes it. */
async function withKnownOwners(
  database: ReadDatabase,
  { owners, tokens }: Pick<DeclaredEntries, 'owners' | 'tokens'>,
): Promise<KnownOwners> {
  const names = [...owners.map(({ name }) => name), ...tokens.flatMap(({ owner }) => owner ?? [])];
  const emails = await new UserRepository(database).emailsAmong(names);
  const known = (name: string): string => emails.get(name) ?? name;
  return {
    owners: owners.map((owner) => ({ ...owner, name: known(owner.name) })),
    tokens: tokens.map((token) => ({ ...token, owner: token.owner && known(token.owner) })),
    userNames: new Set(emails.values()),
  };
}
