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

/** The sections of a config file whose entries are stored. */
export type DeclaredEntries = Pick<NonNullable<Config['file']>, 'channels' | 'models' | 'owners' | 'tokens'>;
export type ReadDatabase = Pick<Database['manager'], 'getRepository' | 'query' | 'transaction'>;

export type PlannedEntry = PlannedChannel | PlannedModel | PlannedOwner | PlannedToken;

/** An enabled entry that a config file has declared. */
export interface EnabledEntry {
  kind: PlannedEntry['kind'];
  name: string;
  expiresAt: Date | null;
}

/** The changes that a config file would make. */
export interface EntryPlan {
  entries: PlannedEntry[];
  /** The new values of the file for overridden entries, by id. */
  declarations: ReadonlyMap<string, boolean>;
  /** The enabled entries that the previous files have declared. */
  declared: EnabledEntry[];
  /** The owners among the entries that are users, removed ones included. */
  userNames: ReadonlySet<string>;
}

/** How many entries are compared before other work can run: a few milliseconds. */
const SLICE_ENTRIES = 100;

export interface PlanEntriesOptions {
  secretBox: SecretBox;
  /** Who wrote the file, and the rules for the identities of channels. */
  declaredBy: DeclaredBy;
  rules: IdentityRules;
}

/**
 * Compares the entries of a file with the stored ones, in memory and without a lock. Throws an EntryProblem if an identity
 * of a channel may not be declared.
 */
export async function planEntries(
  database: ReadDatabase,
  file: DeclaredEntries,
  { secretBox, declaredBy, rules }: PlanEntriesOptions,
): Promise<EntryPlan> {
  const { owners, tokens, userNames } = await resolveOwners(database, file);
  const stored = await loadStored(database, secretBox);
  const states = new DeclaredStates(await new ConfigOverrideRepository(database).findAll());
  const entries = await collectEntries([
    planChannels(stored.channels, file.channels, { states, declaredBy, rules }),
    planModels(indexById(stored.models), file.models),
    planOwners(indexById(stored.owners), owners),
    planTokens(stored.tokens, tokens, { secretBox, states }),
  ]);
  return {
    entries,
    declarations: states.declarations,
    declared: listDeclared(stored),
    userNames: new Set([...userNames, ...(await findRemovedUsers(database, entries))]),
  };
}

/** The users among the owners that the file no longer has: applying it removes their limits. */
async function findRemovedUsers(
  database: ReadDatabase,
  entries: readonly PlannedEntry[],
): Promise<Iterable<string>> {
  const removed = entries.flatMap((entry) =>
    entry.kind === 'owner' && entry.position === undefined ? [entry.after.id] : [],
  );
  return removed.length === 0 ? [] : (await new UserRepository(database).findEmails(removed)).keys();
}

type StoredEntries = Awaited<ReturnType<typeof loadStored>>;

async function loadStored(database: ReadDatabase, secretBox: SecretBox) {
  const tokens = await collectPages(new TokenRepository(database).findPages());
  return {
    channels: await collectPages(new ChannelRepository(database, secretBox).findPages()),
    models: await collectPages(new ModelRepository(database).findPages()),
    owners: await collectPages(new OwnerRepository(database).findPages()),
    tokens: tokens.filter(({ origin }) => origin !== 'playground'),
  };
}

async function collectPages<Row>(pages: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) {
    for (const row of page) rows.push(row);
  }
  return rows;
}

async function collectEntries(plans: Iterable<PlannedEntry | undefined>[]): Promise<PlannedEntry[]> {
  const entries: PlannedEntry[] = [];
  let steps = 0;
  for (const plan of plans) {
    for (const entry of plan) {
      if (entry !== undefined) entries.push(entry);
      steps += 1;
      if (steps % SLICE_ENTRIES === 0) await setImmediate();
    }
  }
  return entries;
}

function isDeclared({ origin, enabled }: { origin: string; enabled: boolean }): boolean {
  return origin === 'file' && enabled;
}

function listDeclared({ channels, models, owners, tokens }: StoredEntries): EnabledEntry[] {
  const never = null;
  return [
    ...channels.filter(isDeclared).map(({ name }) => ({ kind: 'channel' as const, name, expiresAt: never })),
    ...models.filter(isDeclared).map(({ id }) => ({ kind: 'model' as const, name: id, expiresAt: never })),
    ...owners.filter(isDeclared).map(({ id }) => ({ kind: 'owner' as const, name: id, expiresAt: never })),
    ...tokens.filter(isDeclared).map(({ name, expiresAt }) => ({ kind: 'token' as const, name, expiresAt })),
  ];
}

function indexById<Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

type ResolvedOwners = Pick<DeclaredEntries, 'owners' | 'tokens'> & { userNames: ReadonlySet<string> };

/** Replaces owner names that are e-mail addresses of users, in any case, by the stored addresses. */
async function resolveOwners(
  database: ReadDatabase,
  { owners, tokens }: Pick<DeclaredEntries, 'owners' | 'tokens'>,
): Promise<ResolvedOwners> {
  const names = [...owners.map(({ name }) => name), ...tokens.flatMap(({ owner }) => owner ?? [])];
  const emails = await new UserRepository(database).findEmails(names);
  const resolve = (name: string): string => emails.get(name) ?? name;
  return {
    owners: owners.map((owner) => ({ ...owner, name: resolve(owner.name) })),
    tokens: tokens.map((token) => ({ ...token, owner: token.owner && resolve(token.owner) })),
    userNames: new Set(emails.values()),
  };
}
