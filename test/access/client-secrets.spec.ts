import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ClientSecretEntity, ClientSecretRepository } from '#access';
import { createDataSource } from '#database';
import { SecretBox, SecretUnreadable } from '#secrets';
import { type TestDatabase, createTestDatabase } from '../harness/index.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const SETTINGS = { type: 'realtime', model: 'm', instructions: 'Sell nothing but umbrellas.' };

describe('ClientSecretRepository', () => {
  const tokenId = randomUUID();
  const secretBox = new SecretBox(randomBytes(32));
  let database: TestDatabase;
  let dataSource: ReturnType<typeof createDataSource>;
  let secrets: ClientSecretRepository;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = createDataSource({ url: database.url, entities: [ClientSecretEntity], poolSize: 2 });
    await dataSource.initialize();
    secrets = new ClientSecretRepository(dataSource, secretBox);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  beforeEach(async () => {
    await database.query('TRUNCATE tokens CASCADE');
    await database.query(
      `INSERT INTO tokens (id, name, key_hash, key_hint, origin)
       VALUES ($1, 'server', sha256('server'), '…', 'console')`,
      [tokenId],
    );
  });

  const create = (lifetimeSeconds: number): Promise<string> =>
    secrets.create({ tokenId, settings: SETTINGS, expiresAt: after(lifetimeSeconds) });

  it('finds the settings of a secret, any number of times, until it expires', async () => {
    const secret = await create(60);
    const found = { tokenId, settings: SETTINGS, expiresAt: after(60) };
    expect(await secrets.find(secret, NOW)).toEqual(found);
    expect(await secrets.find(secret, after(59))).toEqual(found);
    expect(await secrets.find(secret, after(60))).toBeUndefined();
  });

  it('creates secrets that cannot be guessed, and that fit into a header', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => create(60)));
    expect(new Set(made).size).toBe(20);
    for (const secret of made) expect(secret).toMatch(/^ek_[\w-]{43}$/);
  });

  it('finds nothing by any other text, not even by what is stored', async () => {
    const secret = await create(60);
    const hash = createHash('sha256').update(secret).digest();
    const others = [
      hash.toString('hex'),
      hash.toString('base64url'),
      secret.slice(0, -1),
      secret.slice(3),
      '',
    ];
    for (const other of others) expect(await secrets.find(other, NOW)).toBeUndefined();
  });

  it('stores neither the secret nor the settings in a readable form', async () => {
    const secret = await create(60);
    const rows = await database.query('SELECT * FROM client_secrets');
    expect(rows).toHaveLength(1);
    const stored = Object.values(rows[0] ?? {})
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
      .join(' ');
    expect(stored).toContain(tokenId);
    for (const word of [secret, secret.slice(3), 'umbrellas']) expect(stored).not.toContain(word);
  });

  it('does not read settings that were moved to another secret', async () => {
    const [first, second] = [await create(60), await create(60)];
    await database.query(
      `UPDATE client_secrets SET settings = other.settings FROM client_secrets AS other
       WHERE client_secrets.hash = sha256($1) AND other.hash = sha256($2)`,
      [first, second],
    );
    await expect(secrets.find(first, NOW)).rejects.toThrow(SecretUnreadable);
  });

  it('deletes secrets with their token', async () => {
    const secret = await create(60);
    await database.query('DELETE FROM tokens WHERE id = $1', [tokenId]);
    expect(await secrets.find(secret, NOW)).toBeUndefined();
  });

  it('deletes expired secrets, and nothing else', async () => {
    const [, , lasting] = [await create(10), await create(20), await create(21)];
    expect(await secrets.deleteExpired(after(20))).toBe(2);
    expect(await secrets.deleteExpired(after(20))).toBe(0);
    expect(await secrets.find(lasting, NOW)).toMatchObject({ settings: SETTINGS });
  });
});
