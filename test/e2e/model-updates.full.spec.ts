import 'reflect-metadata';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '#config';
import { ScheduledModelUpdate } from '#model-updates';
import { readShippedModels } from '#models';
import { pino } from 'pino';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { type TestDatabase, createTestDatabase, eventually } from '../harness/index.js';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEY = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

/** The shipped models of one provider, with another price for one of them. */
function buildFile(inputPerMTok: number, serial?: number): string {
  const file = structuredClone(readShippedModels().find(({ provider }) => provider === 'jina'));
  const [model] = file?.models ?? [];
  if (model !== undefined) model.price = { inputPerMTok };
  return JSON.stringify(serial === undefined ? file : { serial, data: file });
}

describe('the schedule of model updates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-model-updates-'));
  let database: TestDatabase;
  let worker: Awaited<ReturnType<typeof createWorker>>;
  let logged: { msg: string; reason?: string; changes?: string[] }[];

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(async () => {
    await worker.close();
    await database.drop();
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  async function start(settings: string): Promise<void> {
    logged = [];
    const write = (line: string): void => {
      const read = JSON.parse(line) as (typeof logged)[number];
      if (read.msg.includes('model data')) logged.push(read);
    };
    writeFileSync(join(folder, 'modelgate.yaml'), settings);
    const environment = {
      DATABASE_URL: database.url,
      MODELGATE_DATA_DIR: folder,
      MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
    };
    const config = loadConfig(environment, folder, []);
    worker = await createWorker({ config, logger: pino({ level: 'info' }, { write }) });
  }

  /** Publishes the file with a valid signature, or with the signature of another price. */
  function publish(inputPerMTok: number, serial?: number, signedPrice = inputPerMTok): void {
    writeFileSync(join(folder, 'models.json'), buildFile(inputPerMTok, serial));
    const signature = sign(null, Buffer.from(buildFile(signedPrice, serial)), privateKey);
    writeFileSync(join(folder, 'models.json.sig'), signature);
  }

  const tryAgain = () =>
    worker.get(ScheduledModelUpdate, { strict: false }).run(new AbortController().signal);
  const prices = async () =>
    (await database.query(`SELECT facts #>> '{models,0,price,inputPerMTok}' AS price FROM model_facts`)).map(
      ({ price }) => price,
    );
  const runs = (columns: string) =>
    database.query(`SELECT ${columns} FROM maintenance_runs WHERE name = 'model updates'`);

  it('applies signed data, under its own name, and no other data', async () => {
    publish(0.5, 1);
    await start(`modelUpdates: { from: [models.json], publicKey: "${KEY}", everyHours: 12, apply: true }`);
    await eventually(async () => ((await prices()).length > 0 ? true : undefined));
    expect(await prices()).toEqual(['0.5']);
    expect(await database.query('SELECT actor, action FROM audit_entries')).toEqual([
      { actor: { kind: 'schedule', id: 'model-updates', name: expect.any(String) }, action: 'models.update' },
    ]);
    await eventually(async () => (logged.length > 0 ? true : undefined));
    expect(logged).toMatchObject([
      {
        msg: 'model data updated',
        changes: [expect.stringContaining('0.018 → 0.5')],
      },
    ]);
    publish(0.6, 2, 0.7);
    expect([await tryAgain(), await tryAgain()]).toEqual([false, false]);
    expect(await prices()).toEqual(['0.5']);
    expect(logged.slice(1)).toMatchObject([{ reason: expect.stringContaining('is not signed') }]);
    publish(0.6, 2);
    expect(await tryAgain()).toBe(true);
    expect(await prices()).toEqual(['0.6']);
  });

  it('rejects signed data that is older than what was applied, or has no serial', async () => {
    publish(0.5, 7);
    await start(`modelUpdates: { from: [models.json], publicKey: "${KEY}", everyHours: 12, apply: true }`);
    await eventually(async () => ((await prices()).length > 0 ? true : undefined));
    const refusals: [price: number, serial: number | undefined, reason: string][] = [
      [0.4, 6, 'has the serial 6, but 7 was already applied'],
      [0.4, 7, 'has the serial 7, which was already applied with different content'],
      [0.4, undefined, 'is signed but has no "serial"'],
      [0.4, 0, '"serial" must be a whole number'],
    ];
    for (const [price, serial, reason] of refusals) {
      publish(price, serial);
      expect(await tryAgain()).toBe(false);
      expect(logged.at(-1)?.reason).toContain(reason);
    }
    expect(await prices()).toEqual(['0.5']);
    publish(0.5, 7);
    expect(await tryAgain()).toBe(true);
    publish(0.6, 8);
    expect(await tryAgain()).toBe(true);
    expect(await prices()).toEqual(['0.6']);
  });

  it('retries an hour after a failure, and not at every start', async () => {
    publish(0.5);
    await start(`modelUpdates: { from: [models.json], sha256: ["${'0'.repeat(64)}"], apply: true }`);
    await eventually(async () => (logged.length > 0 ? true : undefined));
    expect(logged).toMatchObject([
      { reason: expect.stringContaining('which is not one of the expected hashes') },
    ]);
    const due = `round(extract(epoch FROM started_at + interval '24 hours' - now()) / 60) AS minutes, leased_until <= now() AS free`;
    await eventually(async () => ((await runs(due))[0]?.['free'] === true ? true : undefined));
    expect(await runs(due)).toEqual([{ minutes: '60', free: true }]);
    await worker.close();
    await start(`modelUpdates: { from: [models.json], unsigned: true, apply: true }`);
    expect(await prices()).toEqual([]);
  });

  it('only reports what would change unless it is set to apply changes', async () => {
    publish(0.5);
    await start(`modelUpdates: { from: [models.json], unsigned: true }`);
    await eventually(async () => (logged.length > 0 ? true : undefined));
    expect(await tryAgain()).toBe(true);
    expect(logged).toMatchObject([
      { msg: expect.stringContaining('nothing was changed'), changes: [expect.stringContaining('→ 0.5')] },
    ]);
    expect(await prices()).toEqual([]);
    expect(await database.query('SELECT 1 FROM audit_entries')).toEqual([]);
  });

  it('does nothing unless it is enabled', async () => {
    await start('sandbox: true');
    expect(await runs('name')).toEqual([]);
  });
});
