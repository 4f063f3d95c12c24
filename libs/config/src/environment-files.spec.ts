import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from './index.js';
import { ConfigFolder, getMessage } from './testing/config-folder.js';
import { PROVIDERS } from './testing/providers.js';

const KEY = randomBytes(32);
const DATABASE_URL = 'postgres://user:hunter2@db.example/modelgate';

let folder: ConfigFolder;
beforeAll(() => {
  folder = new ConfigFolder();
});
afterAll(() => {
  folder.remove();
});

const load = (environment: NodeJS.ProcessEnv) => loadConfig(environment, folder.path, PROVIDERS);
const getError = (environment: NodeJS.ProcessEnv) => getMessage(() => load(environment));

describe('a variable that is in a file', () => {
  it('is read from the file, also for references in the config file', () => {
    const config = load({
      MODELGATE_SECRET_KEY: KEY.toString('base64'),
      DATABASE_URL_FILE: folder.write('database-url', `${DATABASE_URL}\n`),
      REDIS_URL_FILE: folder.write('redis-url', 'redis://:secret@redis:6379'),
      MODELGATE_ADMIN_PASSWORD_FILE: folder.write('password', ' spaces count \r\n'),
      MODELGATE_METRICS_TOKEN_FILE: folder.write('metrics', 'metrics-token'),
      OPENAI_API_KEY_FILE: folder.write('openai', 'sk-from-a-file\n'),
    });
    expect(config).toMatchObject({
      database: { kind: 'url', url: DATABASE_URL },
      redisUrl: 'redis://:secret@redis:6379',
      admin: { password: ' spaces count ' },
      http: { metricsToken: 'metrics-token' },
      providerKeys: [{ variable: 'OPENAI_API_KEY', apiKey: 'sk-from-a-file' }],
    });
    const file = folder.write('with-name.yaml', 'tokens: [{ name: ci, key: "${CI_TOKEN}" }]');
    const token = folder.write('token', 'sk-mg-fixed-for-ci-0123456789abcdef\n');
    expect(load({ MODELGATE_CONFIG: file, CI_TOKEN_FILE: token }).file?.tokens[0]?.key).toBe(
      'sk-mg-fixed-for-ci-0123456789abcdef',
    );
  });

  it('prevents the start if the file cannot be read or the variable is also set', () => {
    const url = folder.write('url', DATABASE_URL);
    expect(getError({ DATABASE_URL_FILE: '/nowhere' })).toBe(
      'DATABASE_URL_FILE: "/nowhere" cannot be read (ENOENT)',
    );
    expect(getError({ DATABASE_URL_FILE: url, DATABASE_URL })).toBe(
      'DATABASE_URL_FILE: cannot be combined with DATABASE_URL',
    );
    expect(getError({ REDIS_URL_FILE: folder.write('huge', 'x'.repeat(70_000)) })).toContain(
      'is larger than 65536 bytes',
    );
  });
});
