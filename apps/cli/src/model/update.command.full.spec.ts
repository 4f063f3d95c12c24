import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readShippedModels } from '#models';
import { updateInputPrices } from '../../../../test/admin/update-catalogue.js';
import { type TestDatabase, createTestDatabase } from '../../../../test/harness/index.js';
import { runCommandLine } from '../command-line.js';

/** Resolves to the exit code. Uses both `model` and `models`. */
async function run(...options: string[]): Promise<unknown> {
  await runCommandLine([options.includes('--json') ? 'models' : 'model', 'update', ...options]);
  return process.exitCode ?? 0;
}

/** The shipped model data of Jina with a changed price. */
function createJinaData(inputPerMTok: number): unknown {
  const file = structuredClone(readShippedModels().find(({ provider }) => provider === 'jina'));
  const [model] = file?.models ?? [];
  if (model !== undefined) model.price = { inputPerMTok };
  return file;
}

describe('modelgate model update', () => {
  let database: TestDatabase;
  let folder: string;
  let printed: string;
  const formerEnvironment = process.env;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-models-'));
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  beforeEach(() => {
    printed = '';
    for (const stream of [process.stdout, process.stderr]) {
      jest.spyOn(stream, 'write').mockImplementation((text) => {
        printed += String(text);
        return true;
      });
    }
    process.env = {
      ...formerEnvironment,
      DATABASE_URL: database.url,
      MODELGATE_DATA_DIR: folder,
      MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
    };
  });

  afterEach(() => {
    jest.restoreAllMocks();
    process.env = formerEnvironment;
    process.exitCode = undefined;
  });

  function write(name: string, content: unknown): string {
    const path = join(folder, name);
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(path, isRaw ? content : JSON.stringify(content));
    return path;
  }

  it('prints the changes without applying them', async () => {
    expect(await run('--from', write('own.json', createJinaData(0.5)), '--json')).toBe(0);
    expect(JSON.parse(printed)).toMatchObject({
      applied: false,
      changes: [{ provider: 'jina', change: 'changed', facts: ['price.inputPerMTok: 0.018 → 0.5'] }],
    });
    expect(await database.query('SELECT 1 FROM model_facts')).toEqual([]);
  });

  it('applies the changes, writes an audit entry, and stores the previous price', async () => {
    const path = write('own.json', createJinaData(0.5));
    const sha256 = createHash('sha256')
      .update(JSON.stringify(createJinaData(0.5)))
      .digest('hex');
    expect(await run('--from', path, '--sha256', sha256, '--apply')).toBe(0);
    expect(printed).toContain('1 model changed');
    expect(await database.query('SELECT id FROM model_facts')).toEqual([{ id: 'jina' }]);
    const entries = `SELECT action, changes::text LIKE '%0.018 → 0.5%' AS named FROM audit_entries`;
    expect(await database.query(entries)).toEqual([{ action: 'models.update', named: true }]);
    const priceVersions = `SELECT price FROM price_versions WHERE model = 'jina-reranker-v2-base-multilingual'`;
    expect(await database.query(priceVersions)).toEqual([{ price: { inputPerMTok: 0.018 } }]);
    printed = '';
    expect(await run('--from', path)).toBe(0);
    expect(printed).toContain('Nothing was changed');
    expect(await run('--reset', '--apply')).toBe(0);
    expect(await database.query('SELECT 1 FROM model_facts')).toEqual([]);
  });

  it.each([
    ['its bytes', (signature: Buffer) => signature],
    ['base64', (signature: Buffer) => Buffer.from(`${signature.toString('base64')}\n`)],
  ])('accepts only data signed with the key, with the signature as %s', async (_name, encode) => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const pem = write('models.pem', publicKey.export({ type: 'spki', format: 'pem' }));
    const text = JSON.stringify({ serial: 1, data: createJinaData(0.5) });
    const path = write('signed.json', text);
    write('signed.json.sig', encode(sign(null, Buffer.from(text), privateKey)));
    expect(await run('--from', path, '--public-key', pem)).toBe(0);
    expect(printed).toContain('1 model would change');
    write('signed.json', { serial: 2, data: createJinaData(0.6) });
    expect(await run('--from', path, '--public-key', pem, '--apply')).toBe(1);
    expect(printed).toContain('is not signed with the given key');
    rmSync(`${path}.sig`);
    expect(await run('--from', path, '--public-key', pem, '--apply')).toBe(66);
    expect(printed).toContain('signed.json.sig cannot be read');
    expect(await database.query('SELECT 1 FROM model_facts')).toEqual([]);
  });

  it('reads the public formats without changing data of other sources', async () => {
    const liteLlm = {
      'xai/grok-99': { litellm_provider: 'xai', mode: 'chat', input_cost_per_token: 1e-6 },
      'gpt-5-mini': { litellm_provider: 'openai', mode: 'chat', input_cost_per_token: 9e-6 },
    };
    expect(await run('--from', write('litellm.json', liteLlm), '--json')).toBe(0);
    const { changes } = JSON.parse(printed) as {
      changes: { model: string; change: string; facts: string[] }[];
    };
    expect(changes).toContainEqual({ provider: 'xai', model: 'grok-99', change: 'added', facts: [] });
    const mini = changes.find(({ model }) => model === 'gpt-5-mini');
    expect(mini?.facts.filter((fact) => fact.startsWith('price')) ?? []).toEqual([]);
  });

  it('keeps a model that a source no longer contains, with the date of the old source', async () => {
    const grok = { litellm_provider: 'xai', mode: 'chat', input_cost_per_token: 1e-6 };
    const shipped = readShippedModels().find(({ provider }) => provider === 'xai');
    const before = shipped?.sources['litellm'];
    expect(await run('--from', write('litellm.json', { 'xai/grok-99': grok }), '--apply')).toBe(0);
    const ids = ['grok-99', ...(shipped?.models ?? []).map(({ id }) => id)];
    expect(await database.query(`SELECT facts FROM model_facts WHERE id = 'xai'`)).toMatchObject([
      {
        facts: {
          models: expect.arrayContaining(ids.map((id) => expect.objectContaining({ id }))),
          sources: { [`litellm of ${before?.asOf}`]: before },
        },
      },
    ]);
    printed = '';
    expect(await run('--from', write('litellm.json', { 'xai/grok-99': grok }))).toBe(0);
    expect(printed).toContain('Nothing was changed');
    expect(await run('--reset', '--apply')).toBe(0);
  });

  it('keeps the family rules if a file in the format of Modelgate has none', async () => {
    const shipped = readShippedModels().find(({ provider }) => provider === 'openai');
    const { families, ...file } = { ...shipped, models: shipped?.models.slice(1) };
    expect(await run('--from', write('own.json', file), '--apply')).toBe(0);
    expect(await database.query(`SELECT facts FROM model_facts WHERE id = 'openai'`)).toMatchObject([
      { facts: { families } },
    ]);
    expect(families).not.toHaveLength(0);
    expect(await run('--reset', '--apply')).toBe(0);
  });

  it('changes nothing for a caller without models:write', async () => {
    const caller = { kind: 'admin-token', id: 'a', name: 'a', scopes: ['tokens:write'] } as const;
    const refused = updateInputPrices(database.url, { 'gpt-5-nano': 78 }, caller);
    await expect(refused).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await database.query('SELECT 1 FROM model_facts')).toEqual([]);
  });

  it('reports and removes model data of another version', async () => {
    const store = `INSERT INTO model_facts (id, facts) VALUES ('jina', '{"provider": "jina", "form": 99}'), ('xai', '[]')`;
    await database.query(store);
    expect(await run('--from', write('own.json', createJinaData(0.5)))).toBe(0);
    expect(printed).toContain('0.018 → 0.5');
    expect(printed).toContain('The stored model data of xai is from another version and cannot be read');
    expect(await run('--from', write('own.json', createJinaData(0.5)), '--apply')).toBe(0);
    expect(await database.query('SELECT id FROM model_facts')).toEqual([{ id: 'jina' }]);
    await database.query('DELETE FROM model_facts');
    await database.query(store);
    expect(await run('--reset', '--apply')).toBe(0);
    expect(await database.query('SELECT id FROM model_facts')).toEqual([]);
  });

  it.each<[name: string, content: unknown, options: string[], exitCode: number, message: string]>([
    ['is not JSON', '{', [], 2, 'is not JSON'],
    ['has an unknown format', { a: 1 }, [], 2, 'unknown format; expected the format of'],
    [
      'has an invalid model',
      [{ ...(createJinaData(0.1) as object), models: [{ id: 'm' }] }],
      [],
      2,
      '0.models.0',
    ],
    [
      'has an unexpected hash',
      createJinaData(0.1),
      ['--sha256', '00'],
      1,
      'which is not one of the expected hashes',
    ],
    ['has an invalid date', createJinaData(0.1), ['--as-of', 'yesterday'], 2, '--as-of'],
    ['has an invalid public key', createJinaData(0.1), ['--public-key', 'secret'], 2, '--public-key must be'],
    ['is combined with --reset', createJinaData(0.1), ['--reset'], 2, '--reset'],
  ])('rejects a source that %s', async (_name, content, options, exitCode, message) => {
    expect(await run('--from', write('bad.json', content), ...options)).toBe(exitCode);
    expect(printed).toContain(message);
  });

  it.each([
    ['http://127.0.0.1/api.json', 2, 'only https'],
    ['/no/such/file.json', 66, 'cannot be read'],
  ])('rejects %s', async (source, exitCode, message) => {
    expect(await run('--from', source)).toBe(exitCode);
    expect(printed).toContain(message);
  });
});
