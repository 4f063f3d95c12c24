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
} from '#catalog';
import { OwnerEntity, TokenEntity, UserEntity } from '#access';
import { type Config } from '#config';
import { createDataSource } from '#database';
import { SecretBox } from '#secrets';
import { createLogger } from '#telemetry';
import { applyEntries } from '../harness/apply-entries.js';
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

const secretBox = new SecretBox(Buffer.alloc(32, 1));
const ENTITIES = [ChannelEntity, ModelEntity, OwnerEntity, TokenEntity, UserEntity];

let database: TestDatabase;
let dataSource: ReturnType<typeof createDataSource>;
let models: ModelRepository;
let catalog: Catalog;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = createDataSource({ url: database.url, entities: ENTITIES, poolSize: 3 });
  await dataSource.initialize();
  models = new ModelRepository(dataSource);
  const channels = new ChannelRepository(dataSource, secretBox);
  catalog = new Catalog(
    channels,
    models,
    { channel: builtIn, isEnabled: () => Promise.resolve(true) },
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

const apply = (models: NonNullable<Config['file']>['models']) =>
  applyEntries(dataSource, secretBox, { models });

it('finds the targets for audio of a model with its own settings', async () => {
  const realtime = { transcribeModel: 'ears', speechModel: 'mouth', voice: 'ash' };
  await apply([{ id: 'own', realtime }, { id: 'none' }]);
  await catalog.reload();
  expect(catalog.getRealtime('own')).toEqual(realtime);
  expect(catalog.getRealtime('none')).toBeUndefined();
  expect(catalog.getRealtime('unheard of')).toBeUndefined();

  await apply([{ id: 'own', realtime: { voice: 'sage' } }, { id: 'none' }]);
  await catalog.reload();
  expect(catalog.getRealtime('own')).toEqual({ voice: 'sage' });

  await apply([{ id: 'own' }, { id: 'none' }]);
  await catalog.reload();
  expect(catalog.getRealtime('own')).toBeUndefined();
});
