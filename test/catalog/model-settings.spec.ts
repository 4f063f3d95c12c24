import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  Catalog,
  type Channel,
  ChannelEntity,
  ChannelRepository,
  DEFAULT_TIMEOUTS,
  ModelEntity,
  ModelRepository,
  applyModels,
} from '#catalog';
import { createDataSource } from '#database';
import { SecretBox } from '#secrets';
import { createLogger } from '#telemetry';
import { type TestDatabase, createTestDatabase } from '../harness/index.js';

const logger = createLogger('test');
logger.level = 'silent';

const builtIn: Channel = {
  id: randomUUID(),
  name: 'built-in',
  provider: 'sandbox',
  apiKeys: [],
  headers: {},
  models: [],
  priority: 0,
  weight: 1,
  timeouts: DEFAULT_TIMEOUTS,
  enabled: true,
  origin: 'setup',
  createdAt: new Date(0),
};

let database: TestDatabase;
let dataSource: ReturnType<typeof createDataSource>;
let models: ModelRepository;
let catalog: Catalog;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = createDataSource({ url: database.url, entities: [ChannelEntity, ModelEntity], poolSize: 2 });
  await dataSource.initialize();
  models = new ModelRepository(dataSource);
  const channels = new ChannelRepository(dataSource, new SecretBox(Buffer.alloc(32, 1)));
  catalog = new Catalog(
    channels,
    models,
    { channel: builtIn, isWanted: () => Promise.resolve(true) },
    logger,
    {
      follow: (followed) => [...followed],
    },
  );
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

it('knows who listens and speaks for a model that has settings of its own', async () => {
  const realtime = { transcribeModel: 'ears', speechModel: 'mouth', voice: 'ash' };
  await applyModels(models, [{ id: 'own', realtime }, { id: 'none' }]);
  await catalog.reload();
  expect(catalog.getRealtime('own')).toEqual(realtime);
  expect(catalog.getRealtime('none')).toBeUndefined();
  expect(catalog.getRealtime('unheard of')).toBeUndefined();

  await applyModels(models, [{ id: 'own', realtime: { voice: 'sage' } }, { id: 'none' }]);
  await catalog.reload();
  expect(catalog.getRealtime('own')).toEqual({ voice: 'sage' });

  await applyModels(models, [{ id: 'own' }, { id: 'none' }]);
  await catalog.reload();
  expect(catalog.getRealtime('own')).toBeUndefined();
});
