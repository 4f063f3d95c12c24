import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MediaFolders, MediaStore } from '#media';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type LogLine,
  type TestDatabase,
  type TestGateway,
  createTestDatabase,
  eventually,
  startTestGateway,
} from '../harness/index.js';

const WARNING = 'the API and the worker do not share a media folder';

async function save(gateway: TestGateway): Promise<string> {
  const store = gateway.get(MediaStore);
  const saved = await store.save(Buffer.from('image'), { extension: 'png', maxBytes: 100 });
  const { pathname, search } = new URL(store.linkTo(saved));
  return pathname + search;
}

const warnings = ({ logs }: TestGateway): LogLine[] => logs.filter(({ msg }) => msg === WARNING);

describe('processes of one gateway', () => {
  const secretKey = randomBytes(32).toString('base64');
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'modelgate-test-folders-')));
  let database: TestDatabase;
  const gateways: TestGateway[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(async () => {
    for (const gateway of gateways) await gateway.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  const start = async (dataDir = ''): Promise<TestGateway> => {
    const environment = { MODELGATE_SECRET_KEY: secretKey, MODELGATE_DATA_DIR: dataDir };
    const gateway = await startTestGateway({ database, sandbox: true, environment });
    gateways.push(gateway);
    return gateway;
  };

  it('that share a folder read what the others have stored', async () => {
    const [one, other] = [await start(folders[0]), await start(folders[0])];
    for (const gateway of [one, other]) await gateway.get(MediaFolders).look();
    const response = await fetch(one.origin + (await save(other)));
    expect(response.status).toBe(200);
    await response.body?.cancel();
    expect([one, other].flatMap(warnings)).toEqual([]);
  });

  it('that do not share one log this at their start, once, and when a file is missing', async () => {
    const [one] = gateways;
    const stranger = await start(folders[1]);
    await eventually(() => warnings(stranger).length === 1);
    expect(warnings(stranger)[0]).toMatchObject({ level: 40, otherHosts: [expect.any(String)] });
    if (one === undefined) throw new Error('there is one');
    await one.get(MediaFolders).look();
    await one.get(MediaFolders).look();
    expect(warnings(one)).toHaveLength(1);

    const response = await fetch(one.origin + (await save(stranger)));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: {
        code: 'media_not_shared',
        message: 'The file is missing: the API and the worker do not share a media folder.',
      },
    });
  });

  it('that share one again log this too', async () => {
    const [one] = gateways;
    await database.query(`UPDATE media_folders SET seen_at = now() - interval '10 minutes'`);
    await one?.get(MediaFolders).look();
    expect(one?.get(MediaFolders).areApart).toBe(false);
    expect(
      one?.logs.filter(({ msg }) => msg === 'the API and the worker share a media folder again'),
    ).toHaveLength(1);
  });
});
