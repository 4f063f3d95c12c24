import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OPERATOR, authorizeChange } from '#rights';
import { AccessHarness, NOW, minutesLater } from './access-harness.js';

describe('admin tokens', () => {
  let harness: AccessHarness;

  beforeAll(async () => {
    harness = await AccessHarness.open();
  });

  afterAll(async () => {
    await harness.close();
  });

  beforeEach(async () => {
    await harness.reset();
  });

  const create = (name: string, { expiresAt, now = NOW }: { expiresAt?: Date; now?: Date } = {}) =>
    harness.adminTokens.create(
      authorizeChange(OPERATOR, {
        kind: 'admin-token',
        before: undefined,
        after: {
          name,
          scopes: ['tokens:read', 'usage:read'],
          createdBy: 'ann@example.com',
          createdByUser: null,
          expiresAt: expiresAt ?? null,
        },
      }),
      now,
    );
  const revoke = (id: string) =>
    harness.adminTokens.revoke(id, NOW, (before) =>
      authorizeChange(OPERATOR, { kind: 'admin-token', before, after: undefined }),
    );

  it('are shown once, and stored as a hash', async () => {
    const { token, value } = await create('nightly report', { expiresAt: minutesLater(5) });
    expect(value).toMatch(/^mgat_[\w-]{43}$/);
    expect(token).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'nightly report',
      keyHint: `…${value.slice(-4)}`,
      scopes: ['tokens:read', 'usage:read'],
      createdBy: 'ann@example.com',
      createdByUser: null,
      createdAt: NOW,
      expiresAt: minutesLater(5),
      lastUsedAt: null,
      revokedAt: null,
    });
    const [row] = await harness.database.query('SELECT key_hash FROM admin_tokens');
    expect(row).toEqual({ key_hash: createHash('sha256').update(value).digest() });
    expect(await harness.adminTokens.find(value, NOW)).toEqual(token);
  });

  it('are compared with all of their characters', async () => {
    const { value } = await create('report');
    const lastChanged = value.slice(0, -1) + (value.endsWith('A') ? 'E' : 'A');
    for (const other of ['', 'mgat_', value.slice(5), `${value} `, value.toUpperCase(), lastChanged]) {
      expect(await harness.adminTokens.find(other, NOW)).toBeUndefined();
    }
  });

  it('are valid until they expire or are revoked', async () => {
    const [lasting, short] = [await create('lasting'), await create('short', { expiresAt: minutesLater(5) })];
    expect(await harness.adminTokens.find(short.value, minutesLater(4.9))).toBeDefined();
    expect(await harness.adminTokens.find(short.value, minutesLater(5))).toBeUndefined();
    expect(await harness.adminTokens.find(lasting.value, minutesLater(1_000_000))).toBeDefined();
    expect(await revoke(lasting.token.id)).toMatchObject({
      name: 'lasting',
      revokedAt: NOW,
    });
    expect(await harness.adminTokens.find(lasting.value, NOW)).toBeUndefined();
    expect(await revoke(lasting.token.id)).toBeUndefined();
    expect(await revoke('lasting')).toBeUndefined();
  });

  it('have unique names, which are free again when they are no longer valid', async () => {
    const { token } = await create('report', { expiresAt: minutesLater(5) });
    await expect(create('report')).rejects.toMatchObject({ kind: 'wrong-state', param: 'name' });
    await revoke(token.id);
    await create('report', { expiresAt: minutesLater(5) });
    const { token: third } = await create('report', { now: minutesLater(5) });
    expect(await harness.adminTokens.list({ limit: 9 })).toEqual([third]);
    const many = await Promise.allSettled(Array.from({ length: 8 }, () => create('popular')));
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('record their use at most once a minute', async () => {
    const { value } = await create('report');
    const lastUsed = async (secondsLater: number) => {
      await harness.adminTokens.find(value, minutesLater(secondsLater / 60));
      const [token] = await harness.adminTokens.list({ limit: 1 });
      return ((token?.lastUsedAt?.getTime() ?? Number.NaN) - NOW.getTime()) / 1000;
    };
    expect([await lastUsed(5), await lastUsed(64), await lastUsed(65), await lastUsed(66)]).toEqual([
      5, 5, 65, 65,
    ]);
  });

  it('are listed page by page with the newest first', async () => {
    const issued = [];
    for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      issued.push(await create(name, { now: minutesLater(Math.trunc(index / 2)) }));
    }
    await revoke(issued[2]?.token.id ?? '');
    const first = await harness.adminTokens.list({ limit: 2 });
    const second = await harness.adminTokens.list({ limit: 2, after: first.at(-1) });
    const third = await harness.adminTokens.list({ limit: 2, after: second.at(-1) });
    const names = [...first, ...second, ...third].map(({ name }) => name);
    expect([first.length, second.length, third.length]).toEqual([2, 2, 0]);
    expect(names.slice(0, 2)).toEqual(['e', 'd']);
    expect(names.slice(2).toSorted()).toEqual(['a', 'b']);
    const all = await harness.adminTokens.list({ limit: 9, includeRevoked: true });
    expect(all.map(({ name }) => name).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
