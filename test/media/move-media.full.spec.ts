import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, createDataSource } from '#database';
import { HttpTransport } from '#egress';
import { type SavedMedia, moveMedia } from '#media';
import { type TestDatabase, createTestDatabase } from '../harness/index.js';
import { S3Server } from '../s3/s3-server.js';
import { StoreHarness } from './store-harness.js';

const VIDEO = { extension: 'mp4', maxBytes: 100 * 1024 * 1024 } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

describe('moving files', () => {
  const http = new HttpTransport();
  let server: S3Server;
  let testDatabase: TestDatabase;
  let database: Database;
  let harness: StoreHarness;

  beforeAll(async () => {
    server = await S3Server.start();
    testDatabase = await createTestDatabase();
    database = createDataSource({ url: testDatabase.url, entities: [], poolSize: 6 });
    await database.initialize();
  });

  afterAll(async () => {
    await database.destroy();
    await testDatabase.drop();
    await http.close();
    await server.stop();
  });

  beforeEach(async () => {
    server.fault = () => undefined;
    harness = await StoreHarness.create({ store: 'folder', server, transport: http.send });
  });

  afterEach(() => harness.stop());

  const move = (to: 'folder' | 's3') => {
    const [toPlace, fromPlace] = harness.createPlaces(to);
    if (fromPlace === undefined) throw new Error('there are two places');
    return moveMedia({ database, from: fromPlace, to: toPlace });
  };

  const saveSome = async (count: number): Promise<SavedMedia[]> => {
    const saved: SavedMedia[] = [];
    for (let i = 0; i < count; i += 1) saved.push(await harness.store.save(randomBytes(1000 + i), VIDEO));
    return saved;
  };

  it('moves all of them in both directions, with their content and their age', async () => {
    const saved = await harness.store.save(randomBytes(9 * 1024 * 1024), VIDEO);
    const content = await harness.readContent(saved);
    const then = new Date(Math.floor(Date.now() / 1000) * 1000 - 5 * DAY_MS);
    await harness.age(saved, then);
    expect(await move('s3')).toEqual({ files: 1, bytes: saved.sizeBytes, failed: [], isGivenUp: false });
    expect(await harness.listFiles()).toEqual([`${saved.id}.mp4`]);
    expect(await harness.listObjects()).toHaveLength(1);
    for (const setting of ['s3', 'folder'] as const) {
      const store = harness.createStore(setting, { knowsBucket: true });
      expect((await store.open(saved.id, 'mp4'))?.createdAt).toEqual(then);
      expect((await harness.readContent(saved, store))?.equals(content ?? Buffer.alloc(0))).toBe(true);
    }
    expect(await move('folder')).toMatchObject({ files: 1, failed: [] });
    expect(await harness.listObjects()).toEqual([]);
    const back = await harness.store.open(saved.id, 'mp4');
    expect(back?.createdAt).toEqual(then);
  });

  it('leaves every file readable at every moment', async () => {
    const saved = await saveSome(12);
    const stores = (['s3', 'folder'] as const).map((setting) =>
      harness.createStore(setting, { knowsBucket: true }),
    );
    const contents = await Promise.all(saved.map((each) => harness.readContent(each)));
    const moving = new AbortController();
    let reads = 0;
    const readers = stores.map(async (store) => {
      while (!moving.signal.aborted) {
        const index = reads % saved.length;
        reads += 1;
        const read = await harness.readContent(saved[index] as SavedMedia, store);
        if (contents[index] === undefined || read?.equals(contents[index]) !== true) {
          throw new Error('a file could not be read');
        }
      }
    });
    for (const to of ['s3', 'folder', 's3'] as const) expect(await move(to)).toMatchObject({ files: 12 });
    moving.abort();
    await Promise.all(readers);
    expect(reads).toBeGreaterThan(12);
  });

  it('leaves a file where it is if it does not arrive, and continues with it the next time', async () => {
    const [lost, ...others] = await saveSome(3);
    server.fault = ({ method, path }) =>
      method === 'PUT' && path.includes(lost?.id ?? '') ? 403 : undefined;
    expect(await move('s3')).toMatchObject({
      files: others.length,
      failed: [{ file: `${lost?.id}.mp4`, reason: 'It is refused.' }],
    });
    expect(await harness.readContent(lost as SavedMedia)).toHaveLength(1000);
    server.fault = () => undefined;
    expect(await move('s3')).toMatchObject({ files: 1, failed: [] });
    expect(await harness.listObjects()).toHaveLength(3);
  });

  it('does not delete a file whose copy is different', async () => {
    await saveSome(1);
    server.tamper = (body) => Buffer.alloc(body.length);
    const reason = 'the copy differs from the original; the original was kept';
    expect(await move('s3')).toMatchObject({ files: 0, failed: [{ reason }] });
    server.tamper = undefined;
    expect(await move('s3')).toMatchObject({ files: 1, failed: [] });
  });

  it('does not restore a file that is deleted in the meantime', async () => {
    const [saved] = await saveSome(1);
    server.fault = ({ method }) => {
      if (method === 'PUT') rmSync(harness.getPath(saved as SavedMedia), { force: true });
      return undefined;
    };
    expect(await move('s3')).toMatchObject({ files: 0, failed: [] });
    expect(await harness.listFiles()).toEqual([]);
  });

  it('does not run twice at once', async () => {
    await saveSome(4);
    const reports = await Promise.all([move('s3'), move('s3')]);
    expect(reports.filter((report) => report === undefined)).toHaveLength(1);
    expect(await harness.listObjects()).toHaveLength(4);
  });
});
