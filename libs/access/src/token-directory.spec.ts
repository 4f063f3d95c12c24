import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Logger } from '#telemetry';
import { type MemberColumns } from './limits.js';
import { OwnerDirectory } from './owner-directory.js';
import { TokenDirectory } from './token-directory.js';
import { type TokenEntity } from './token.entity.js';
import { type SessionKey, type TokenRepository } from './token.repository.js';

const LOGGER = { warn: () => undefined } as unknown as Logger;

/** A table whose queries end when the test ends them. Each returns the rows from the time when it began. */
class SlowTable {
  rows: Partial<TokenEntity>[] = [];
  sessionKeys: SessionKey[] = [];
  private readonly pending: (() => void)[] = [];

  findSessionKeys = async (ids?: string[]): Promise<SessionKey[]> =>
    this.sessionKeys.filter(({ tokenId }) => ids?.includes(tokenId) ?? true);
  findPages = async function* (this: SlowTable): AsyncGenerator<TokenEntity[]> {
    yield await this.read(() => true);
  }.bind(this);
  findByIds = (ids: string[]): Promise<TokenEntity[]> => this.read(({ id }) => ids.includes(id ?? ''));

  /** Waits for a query, and ends the oldest one. */
  async finishOne(): Promise<void> {
    while (this.pending.length === 0) await Promise.resolve();
    this.pending.shift()?.();
  }

  private read(matches: (row: Partial<TokenEntity>) => boolean): Promise<TokenEntity[]> {
    const rows = this.rows.filter(matches) as TokenEntity[];
    return new Promise((resolve) => {
      this.pending.push(() => resolve(rows));
    });
  }
}

const row = (id: string, key: string, enabled = true): Partial<TokenEntity> => ({
  id,
  name: id,
  keyHash: createHash('sha256').update(key).digest(),
  owner: null,
  models: null,
  allowedIps: null,
  expiresAt: null,
  enabled,
});

const NO_LIMITS: MemberColumns = {
  rpm: null,
  tpm: null,
  concurrency: null,
  requestsPerDay: null,
  budget: null,
  models: null,
};

const newDirectory = (table: SlowTable, owners = newOwners()): TokenDirectory =>
  new TokenDirectory(table as unknown as TokenRepository, owners, LOGGER);

function newOwners(
  members: { email: string; models: string[] | null }[] = [],
  memberDefaults = (): MemberColumns => NO_LIMITS,
): OwnerDirectory {
  return new OwnerDirectory(
    { findAll: async () => [] },
    { findAll: async () => members.map((member) => ({ ...NO_LIMITS, ...member })) },
    { derive: () => memberDefaults as never },
  );
}

describe('TokenDirectory', () => {
  it('keeps a change that is newer than a full load in progress', async () => {
    const table = new SlowTable();
    const directory = newDirectory(table);
    table.rows = [row('1', 'key')];
    const reloading = directory.reload();
    await Promise.resolve();
    table.rows = [row('1', 'key', false)];
    const refreshing = directory.refresh('1');
    await table.finishOne();
    await reloading;
    await table.finishOne();
    await refreshing;
    expect(directory.find('key')?.isEnabled).toBe(false);
  });

  it('finds a token whose new key was the key of another token', async () => {
    const table = new SlowTable();
    const directory = newDirectory(table);
    table.rows = [row('1', 'a'), row('2', 'b')];
    const reloading = directory.reload();
    await table.finishOne();
    await reloading;
    table.rows = [row('1', 'b'), row('2', 'c')];
    for (const id of ['1', '2']) {
      const refreshing = directory.refresh(id);
      await table.finishOne();
      await refreshing;
    }
    expect(['a', 'b', 'c'].map((key) => directory.find(key)?.id)).toEqual([undefined, '1', '2']);
  });

  it('finds a token by its old key until the key expires, unless another token has that key', async () => {
    const table = new SlowTable();
    const directory = newDirectory(table);
    const read = async (reading: Promise<void>): Promise<void> => {
      await table.finishOne();
      await reading;
    };
    const until = new Date('2030-01-01T00:00:00Z');
    const rotated = { ...row('1', 'new'), oldKeyHash: row('', 'old').keyHash, oldKeyUntil: until };
    table.rows = [rotated];
    await read(directory.reload());
    expect(directory.find('old')).toMatchObject({ id: '1', expiresAtMs: until.getTime(), hasOldKey: true });
    expect(directory.find('new')).toMatchObject({ id: '1', expiresAtMs: Infinity, hasOldKey: false });
    expect(directory.findById('1')).toBe(directory.find('new'));
    // The token that has the key now is found, in whichever order both are loaded.
    table.rows = [rotated, row('2', 'old')];
    for (const id of ['2', '1']) {
      await read(directory.refresh(id));
      expect(directory.find('old')?.id).toBe('2');
    }
    table.rows = [row('1', 'new')];
    await read(directory.reload());
    expect([directory.find('old'), directory.find('new')?.id]).toEqual([undefined, '1']);
  });

  it('finds the current version of a token by its id while it exists', async () => {
    const table = new SlowTable();
    const directory = newDirectory(table);
    const read = async (reading: Promise<void>): Promise<void> => {
      await table.finishOne();
      await reading;
    };
    table.rows = [row('1', 'a'), row('2', 'b')];
    await read(directory.reload());
    expect(directory.findById('1')).toBe(directory.find('a'));
    expect(directory.findById('3')).toBeUndefined();
    table.rows = [row('1', 'b', false)];
    await read(directory.refresh('1'));
    expect(directory.findById('1')?.isEnabled).toBe(false);
    // Token 2 is not loaded again yet, and token 1 already has its key.
    expect(directory.findById('2')).toBeUndefined();
    await read(directory.refresh('2'));
    expect(directory.findById('2')).toBeUndefined();
    table.rows = [];
    await read(directory.refresh('1'));
    expect(directory.findById('1')).toBeUndefined();
  });

  it('finds the playground token by the key of a session while the session exists', async () => {
    const table = new SlowTable();
    const directory = newDirectory(table);
    const read = async (reading: Promise<void>): Promise<void> => {
      await table.finishOne();
      await reading;
    };
    const expiresAt = new Date('2030-01-01T00:00:00Z');
    const hash = createHash('sha256').update('of a session').digest();
    table.rows = [{ ...row('1', 'unused'), origin: 'playground' }];
    table.sessionKeys = [{ tokenId: '1', hash, expiresAt }];
    await read(directory.reload());
    const found = directory.find('of a session');
    expect(found).toMatchObject({ id: '1', expiresAtMs: expiresAt.getTime() });
    expect(found && directory.findCurrent(found)).toBe(found);
    table.sessionKeys = [];
    await read(directory.refresh('1'));
    expect(directory.find('of a session')).toBeUndefined();
    expect(found && directory.findCurrent(found)).toBeUndefined();
    expect(directory.findById('1')?.id).toBe('1');
    table.sessionKeys = [{ tokenId: '1', hash, expiresAt }];
    await read(directory.refresh('1'));
    expect(directory.find('of a session')?.id).toBe('1');
  });

  it('finds a token with the current models of its owner, as the same object until they change', async () => {
    const table = new SlowTable();
    const members: { email: string; models: string[] | null }[] = [{ email: 'ann', models: null }];
    let defaults = { ...NO_LIMITS, models: ['a'] };
    const owners = newOwners(members, () => defaults);
    const directory = newDirectory(table, owners);
    table.rows = [{ ...row('1', 'token of ann'), owner: 'ann' }, row('2', 'token without owner')];
    const reloading = directory.reload();
    await table.finishOne();
    await Promise.all([reloading, owners.reload()]);
    const first = directory.find('token of ann');
    expect(first?.ownerModels).toEqual(['a']);
    expect([directory.find('token of ann'), directory.findById('1')]).toEqual([first, first]);
    expect(directory.find('token of ann')).toBe(first);
    expect(directory.find('token without owner')?.ownerModels).toBeUndefined();
    defaults = { ...NO_LIMITS, models: ['b'] };
    expect(directory.find('token of ann')?.ownerModels).toEqual(['b']);
    members[0] = { email: 'ann', models: ['c'] };
    await owners.reload();
    expect(directory.findById('1')?.ownerModels).toEqual(['c']);
    members.pop();
    await owners.reload();
    expect(directory.find('token of ann')?.ownerModels).toBeUndefined();
  });

  it('rejects if a change could not be loaded, and loads the next one', async () => {
    const table = new SlowTable();
    const directory = newDirectory(table);
    const findByIds = table.findByIds;
    table.findByIds = () => Promise.reject(new Error('away'));
    await expect(directory.refresh('1')).rejects.toThrow('away');
    table.findByIds = findByIds;
    table.rows = [row('1', 'key')];
    const refreshing = directory.refresh('1');
    await table.finishOne();
    await refreshing;
    expect(directory.find('key')?.id).toBe('1');
  });
});
