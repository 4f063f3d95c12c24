import 'reflect-metadata';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OwnerEntity, TokenEntity, TokenRepository, UserEntity, WebhookSecrets } from '#access';
import { ChannelEntity, ModelEntity } from '#catalog';
import { createDataSource } from '#database';
import { SecretBox, SecretUnreadable, deriveWebhookSecret } from '#secrets';
import { applyEntries } from '../../harness/apply-entries.js';
import { type TestDatabase, createTestDatabase } from '../../harness/index.js';

const KEY = 'sk-mg-fixed-0123456789abcdef';
const URL = 'https://example.com/hook';
const ENTITIES = [ChannelEntity, ModelEntity, OwnerEntity, TokenEntity, UserEntity];
const DAY_MS = 86_400_000;

describe('the webhook of a token in the config file', () => {
  let database: TestDatabase;
  let dataSource: ReturnType<typeof createDataSource>;
  let tokens: TokenRepository;
  const secretKey = randomBytes(32);
  const secretBox = new SecretBox(secretKey);

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = createDataSource({ url: database.url, entities: ENTITIES, poolSize: 3 });
    await dataSource.initialize();
    tokens = new TokenRepository(dataSource);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const apply = async (webhook: { url: string; secret?: string } | undefined): Promise<TokenEntity> => {
    await applyEntries(dataSource, secretBox, {
      tokens: [{ name: 'ci', key: KEY, budget: undefined, webhook }],
    });
    const token = await tokens.findByName('ci');
    if (token === null) throw new Error('the token was not stored');
    return token;
  };
  const getSecrets = ({ id }: TokenEntity): Promise<string[]> => new WebhookSecrets(tokens, secretBox).of(id);

  it('is stored encrypted, replaced with an overlap, and removed', async () => {
    const created = await apply({ url: URL, secret: 'first' });
    expect(created.webhookUrl).toBe(URL);
    expect(created.webhookSecret?.includes('first')).toBe(false);
    expect(await getSecrets(created)).toEqual(['first']);

    const again = await apply({ url: URL, secret: 'first' });
    expect(again).toEqual(created);

    const replaced = await apply({ url: `${URL}/2`, secret: 'second' });
    expect(replaced.webhookUrl).toBe(`${URL}/2`);
    expect(await getSecrets(replaced)).toEqual(['second', 'first']);

    const bare = await apply(undefined);
    expect(bare).toMatchObject({ id: created.id, webhookUrl: null, webhookSecret: null });
    expect(await getSecrets(bare)).toEqual([deriveWebhookSecret(secretKey, created.id)]);
  });

  it('forgets the previous secret after a day', async () => {
    await apply({ url: URL, secret: 'first' });
    const token = await apply({ url: URL, secret: 'second' });
    const realNow = Date.now;
    Date.now = () => realNow() + DAY_MS;
    try {
      expect(await getSecrets(token)).toEqual(['second']);
    } finally {
      Date.now = realNow;
    }
  });

  it('can be decrypted in its own row and with its own key only', async () => {
    const token = await apply({ url: URL, secret: 'first' });
    const stranger = Object.assign(new TokenEntity(), token, { id: randomUUID() });
    const elsewhere = new WebhookSecrets({ findByIds: async () => [stranger] }, secretBox);
    await expect(elsewhere.of(stranger.id)).rejects.toThrow(SecretUnreadable);
    const otherBox = new SecretBox(randomBytes(32));
    await expect(new WebhookSecrets(tokens, otherBox).of(token.id)).rejects.toThrow(SecretUnreadable);
  });
});
