import { setImmediate } from 'node:timers/promises';
import { OwnerRepository, type PlannedToken, type StoredToken, TokenRepository } from '#access';
import { GatewayError } from '#canonical';
import { ChannelRepository, ModelRepository } from '#catalog';
import { type Transaction } from '#database';
import { type AuthorizedChange, type Principal, authorizeChange } from '#rights';
import { type SecretBox } from '#secrets';
import { type EntryPlan, type PlannedEntry } from './plan-entries.js';

/** Writes one entry after its change was authorized. */
export type WriteEntry = (transaction: Transaction, secretBox: SecretBox) => Promise<unknown>;

/** How many entries are checked before other work can run: a few milliseconds. */
const SLICE_ENTRIES = 100;

const SECTIONS = { channel: 'channels', model: 'models', owner: 'owners', token: 'tokens' } as const;

/**
 * Throws if the principal may not change one of the entries. New tokens are written last and together: there may be
 * thousands, and they may use names that renamed tokens release.
 */
export async function authorizeEntries(
  principal: Principal,
  { entries, userNames }: EntryPlan,
): Promise<WriteEntry[]> {
  const writes: WriteEntry[] = [];
  const newTokens: AuthorizedChange<'token', undefined, StoredToken>[] = [];
  for (const [index, entry] of entries.entries()) {
    try {
      if (entry.kind === 'token' && entry.before === undefined)
        newTokens.push(authorizeNewToken(principal, entry));
      else writes.push(addPathToErrors(entry, authorizeEntry(principal, entry, userNames)));
    } catch (error) {
      throw addEntryPath(entry, error);
    }
    if (index % SLICE_ENTRIES === SLICE_ENTRIES - 1) await setImmediate();
  }
  return [...writes, (transaction) => new TokenRepository(transaction).createAll(newTokens)];
}

function authorizeNewToken(principal: Principal, { after, generatedKey }: PlannedToken) {
  const facts = { isKeyGenerated: generatedKey !== undefined };
  return authorizeChange(principal, { kind: 'token', before: undefined, after, facts });
}

function authorizeEntry(
  principal: Principal,
  entry: PlannedEntry,
  userNames: ReadonlySet<string>,
): WriteEntry {
  const { kind } = entry;
  switch (kind) {
    case 'channel': {
      const { before, after } = entry;
      if (before === undefined) {
        const change = authorizeChange(principal, { kind, before, after });
        return (transaction, secretBox) => new ChannelRepository(transaction, secretBox).create(change);
      }
      const change = authorizeChange(principal, { kind, before, after });
      return (transaction, secretBox) => new ChannelRepository(transaction, secretBox).update(change);
    }
    case 'model': {
      const { before, after } = entry;
      const change = authorizeChange(principal, { kind, before, after });
      return (transaction) => new ModelRepository(transaction).save(change);
    }
    case 'owner': {
      const { before, after } = entry;
      const facts = { isNoUser: !userNames.has(after.id) };
      const change = authorizeChange(principal, { kind, before, after, facts });
      return (transaction) => new OwnerRepository(transaction).save(change);
    }
    case 'token': {
      const { before, after } = entry;
      if (before === undefined) throw new Error('new tokens are written together');
      const change = authorizeChange(principal, { kind, before, after });
      return (transaction) => new TokenRepository(transaction).update(change);
    }
  }
}

/** Errors of the write, such as for a name in use, also contain the path of the entry. */
function addPathToErrors(entry: PlannedEntry, write: WriteEntry): WriteEntry {
  return async (transaction, secretBox) => {
    try {
      await write(transaction, secretBox);
    } catch (error) {
      throw addEntryPath(entry, error);
    }
  };
}

/** The same error with the path in the file: `config.tokens[2].owner`. */
function addEntryPath(entry: PlannedEntry, error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error;
  const { kind, after, position } = entry;
  const name = 'name' in after ? after.name : after.id;
  const section = SECTIONS[kind];
  const path = position === undefined ? `config.${section}` : `config.${section}[${position}]`;
  const param = error.param === undefined ? path : `${path}.${toCamelCase(error.param)}`;
  return new GatewayError(error.kind, `The ${kind} "${name}": ${error.message}`, { param, code: error.code });
}

/** The admin API has `store_content`, the config file `storeContent`. */
function toCamelCase(name: string): string {
  return name.replaceAll(/_[a-z]/g, (match) => match.slice(1).toUpperCase());
}
