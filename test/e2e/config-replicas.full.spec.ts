import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OwnerEntity, TokenEntity, UserEntity } from '#access';
import { ChannelEntity, ModelEntity } from '#catalog';
import { loadConfig } from '#config';
import { createDataSource } from '#database';
import { listKnownProviders } from '#providers';
import { SecretBox } from '#secrets';
import { type SetupOutcome, setUp } from '#setup';
import { Exposition } from '../exposition/index.js';
import {
  type LogLine,
  type TestDatabase,
  type TestGateway,
  createTestDatabase,
  eventually,
  startTestGateway,
} from '../harness/index.js';

const toTokens = (...names: string[]): object => ({
  tokens: names.map((name) => ({ name, key: `sk-mg-${name}-0123456789abcdef` })),
});

const SIX = ['one', 'two', 'three', 'four', 'five', 'six'];

/** Whether the process uses its own config file, and which generation is applied. */
async function readMetrics({ origin }: TestGateway): Promise<(number | undefined)[]> {
  const exposition = new Exposition(await (await fetch(`${origin}/metrics`)).text());
  return ['modelgate_config_file_counts', 'modelgate_config_generation'].map((name) =>
    exposition.value(name),
  );
}

const findWarnings = ({ logs }: TestGateway): LogLine[] =>
  logs.filter(({ msg }) => String(msg).startsWith('the config file of this process is older'));

describe('a config file on several machines', () => {
  let database: TestDatabase;
  let folder: string;
  const secretKey = randomBytes(32).toString('base64');

  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-replicas-'));
  });

  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  /** Applies the config file to the database, as a start does; each machine has its own path. */
  const start = async (
    machine: string,
    file: object | string,
    environment: Record<string, string> = {},
  ): Promise<SetupOutcome> => {
    const path = join(folder, machine, 'modelgate.yaml');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file));
    const config = loadConfig(
      {
        DATABASE_URL: database.url,
        MODELGATE_SECRET_KEY: secretKey,
        MODELGATE_ADMIN_PASSWORD: 'not-a-real-password',
        MODELGATE_CONFIG: path,
        ...environment,
      },
      folder,
      listKnownProviders(),
    );
    const entities = [UserEntity, TokenEntity, OwnerEntity, ChannelEntity, ModelEntity];
    const dataSource = createDataSource({ url: database.url, entities });
    await dataSource.initialize();
    try {
      return await setUp(dataSource, config, new SecretBox(config.secretKey ?? new Uint8Array()));
    } finally {
      await dataSource.destroy();
    }
  };

  const findEnabled = async (): Promise<unknown[]> => {
    const rows = await database.query(
      `SELECT name FROM tokens WHERE enabled AND origin = 'file' ORDER BY created_at, name`,
    );
    return rows.map(({ name }) => name);
  };
  const findGenerations = (): Promise<Record<string, unknown>[]> =>
    database.query('SELECT generation, source, applied_by FROM config_generations ORDER BY generation');

  const startGateway = (...names: string[]): Promise<TestGateway> =>
    startTestGateway({ ...toTokens(...names), database, environment: { MODELGATE_SECRET_KEY: secretKey } });

  it('is reported as outdated also for settings that are not stored', async () => {
    const environment = { MODELGATE_SECRET_KEY: secretKey };
    const begin = (retentionDays: number): Promise<TestGateway> =>
      startTestGateway({ database, environment, media: { retentionDays } });
    const [old, fresh, forgotten] = [await begin(7), await begin(8), await begin(7)];
    expect([findWarnings(old), findWarnings(fresh)]).toEqual([[], []]);
    expect(findWarnings(forgotten)).toMatchObject([
      { level: 40, sections: expect.stringMatching(/^[0-9a-f]{12}$/) },
    ]);
    for (const gateway of [old, fresh, forgotten]) await gateway.stop();
  });

  it('is applied once, however many machines start with it at a time', async () => {
    const file = toTokens('one', 'two');
    const outcomes = await Promise.all(['a', 'b', 'c'].map((machine) => start(machine, file)));
    expect(await findEnabled()).toEqual(['one', 'two']);
    expect(await database.query('SELECT actor, action, changes FROM audit_entries')).toEqual([
      {
        actor: { kind: 'operator', id: 'start', name: expect.stringMatching(/^start on \S+$/) },
        action: 'config.apply',
        changes: { entries: { from: null, to: ['token one: created', 'token two: created'] } },
      },
    ]);
    expect(await findGenerations()).toEqual([
      { generation: 1, source: 'start', applied_by: expect.stringMatching(/^start on \S+, pid \d+$/) },
    ]);
    expect(outcomes.map(({ configWarning }) => configWarning)).toEqual([undefined, undefined, undefined]);
  });

  it('is not restored by a machine that still has an older one', async () => {
    await start('old', toTokens('one', 'two'));
    await start('new', toTokens('one', 'two', 'production'));
    const { configWarning } = await start('old', toTokens('one', 'two'));
    expect(await findEnabled()).toEqual(['one', 'two', 'production']);
    expect(configWarning).toMatch(
      /old\/modelgate\.yaml was not applied: it has generation 1, which was replaced by generation 2 at .* --allow-older$/,
    );
    // Nor by a new machine.
    expect((await start('another', toTokens('two', 'one'))).configWarning).toContain('--allow-older');
    expect(await findEnabled()).toEqual(['one', 'two', 'production']);
    expect(await findGenerations()).toHaveLength(2);
  });

  it('is served as it is stored by a process whose own is older, which logs this once', async () => {
    const old = await startGateway('one');
    const current = await startGateway('one', 'production');
    const forgotten = await startGateway('one');
    try {
      for (const { baseUrl } of [old, current, forgotten]) {
        const headers = { authorization: 'Bearer sk-mg-production-0123456789abcdef' };
        await eventually(async () => (await fetch(`${baseUrl}/models`, { headers })).status === 200);
      }
      const said = forgotten.logs.map(({ msg }) => String(msg)).filter((msg) => msg.includes('not applied'));
      expect(said).toEqual([expect.stringContaining('was not applied: it has')]);
      expect(await Promise.all([old, current, forgotten].map(readMetrics))).toEqual([
        [0, 2],
        [1, 2],
        [0, 2],
      ]);
    } finally {
      await Promise.all([old, current, forgotten].map((gateway) => gateway.stop()));
    }
  });

  it('with a higher generation is applied, also if its content is an earlier one', async () => {
    await start('pod-1', { generation: 10, ...toTokens('one') });
    await start('pod-2', { generation: 11, ...toTokens('one', 'two') });
    expect(await findEnabled()).toEqual(['one', 'two']);
    // A revert that is rolled out: another machine, with a file that was replaced before.
    expect((await start('pod-3', { generation: 12, ...toTokens('one') })).configWarning).toBeUndefined();
    expect(await findEnabled()).toEqual(['one']);
    expect((await findGenerations()).map(({ generation }) => generation)).toEqual([10, 11, 12]);
    expect((await start('pod-4', { generation: 13, ...toTokens('one') })).configWarning).toBeUndefined();
    expect((await findGenerations()).at(-1)).toMatchObject({ generation: 13 });
  });

  it('with a lower generation is reported, whatever it declares', async () => {
    await start('pod-1', { generation: 10, ...toTokens('one', 'two') });
    const never = await start('pod-2', { generation: 9, ...toTokens('one') });
    expect(never.configWarning).toMatch(
      /was not applied: it has generation 9, which was replaced by generation 10 at .* To apply it, set its generation to more than 10$/,
    );
    // Not even an edit of the file on its own machine, which would be enough without a generation.
    const edited = await start('pod-1', { generation: 9, ...toTokens('one', 'three') });
    expect(edited.configWarning).toContain('has generation 9');
    expect(await findEnabled()).toEqual(['one', 'two']);
    expect(await findGenerations()).toHaveLength(1);
  });

  it('with the same generation and another content is reported', async () => {
    await start('pod-1', { generation: 10, ...toTokens('one') });
    expect((await start('pod-2', { generation: 10, ...toTokens('one') })).configWarning).toBeUndefined();
    const { configWarning } = await start('pod-3', { generation: 10, ...toTokens('one', 'two') });
    expect(configWarning).toMatch(
      /was not applied: it has generation 10, but another file was applied with this generation at .* set its generation to more than 10$/,
    );
    expect(await findEnabled()).toEqual(['one']);
  });

  it('without a generation is the next one', async () => {
    await start('a', { generation: 10, ...toTokens('one') });
    expect((await start('a', toTokens('one', 'two'))).configWarning).toBeUndefined();
    expect((await findGenerations()).at(-1)).toMatchObject({ generation: 11 });
  });

  it('is applied again after an edit that restores it', async () => {
    await start('host', toTokens('one', 'two'));
    await start('host', toTokens('one'));
    expect(await findEnabled()).toEqual(['one']);
    expect((await start('host', toTokens('one', 'two'))).configWarning).toBeUndefined();
    expect(await findEnabled()).toEqual(['one', 'two']);
    expect(await findGenerations()).toHaveLength(3);
  });

  it('is compared by what it declares, not by comments and order', async () => {
    await start('host', 'tokens:\n  - { name: one, key: sk-mg-one-0123456789abcdef }\n  - { name: two }\n');
    await start(
      'host',
      '# Ours\ntokens:\n  - name: two\n  - { key: sk-mg-one-0123456789abcdef, name: one }\n',
    );
    expect(await findGenerations()).toHaveLength(1);
    await start('host', 'tokens: [{ name: two }, { name: one, key: "${KEY}" }]', {
      KEY: 'sk-mg-other-0123456789abcdef',
    });
    expect(await findGenerations()).toHaveLength(2);
  });

  it('may remove two entries, and not three of six', async () => {
    await start('host', toTokens(...SIX));
    const { configWarning } = await start('host', toTokens('one', 'two', 'three'));
    expect(configWarning).toMatch(
      /was not applied: it would disable 3 of 6 entries \(token five, token four, token six\)\. .* --allow-disable$/,
    );
    expect(await findEnabled()).toHaveLength(6);
    expect(await findGenerations()).toHaveLength(1);
    expect((await start('host', toTokens('one', 'two', 'three', 'four'))).configWarning).toBeUndefined();
    expect(await findEnabled()).toHaveLength(4);
  });

  it('may remove more if the operator allows it', async () => {
    await start('host', toTokens(...SIX));
    const { configWarning } = await start('host', toTokens('one', 'two', 'three'), {
      MODELGATE_MAX_DISABLE_PERCENT: '50',
    });
    expect(configWarning).toBeUndefined();
    expect(await findEnabled()).toHaveLength(3);
  });

  it('does not remove all tokens because there are many models', async () => {
    const models = Array.from({ length: 40 }, (_, index) => ({ id: `model-${index}` }));
    await start('host', { ...toTokens('one', 'two', 'three'), models });
    expect((await start('host', { models })).configWarning).toContain('token three');
    expect(await findEnabled()).toHaveLength(3);
  });

  it.each([['{}'], [''], ['# nothing yet\n'], ['sandbox: true\n']])(
    'disables nothing if it declares nothing: %j',
    async (empty) => {
      await start('host', toTokens('one'));
      const { configWarning } = await start('host', empty);
      expect(configWarning).toContain('would disable 1 of 1 entries (token one)');
      expect(await findEnabled()).toEqual(['one']);
    },
  );
});
