import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { RunningModelgate, makeDataFolder, removeFolder } from './running-modelgate.js';

const folder = makeDataFolder();
const channel = 'channels: [{ name: a, provider: openai, apiKey: k, models: [m] }]\n';

/** Each case: the environment, the config file, and the beginning of the one line. */
const cases: [name: string, environment: Record<string, string>, file: string | undefined, line: RegExp][] = [
  ['a port that is no number', { PORT: 'abc' }, undefined, /^PORT: "abc" /],
  ['a port out of range', { PORT: '70000' }, undefined, /^PORT: "70000" /],
  ['an address that is no URL', { PUBLIC_URL: 'gateway' }, undefined, /^PUBLIC_URL: "gateway" /],
  ['an unsupported database', { DATABASE_URL: 'mysql://localhost/x' }, undefined, /^DATABASE_URL: /],
  [
    'a database without a secret key',
    { DATABASE_URL: 'postgres://localhost/x' },
    undefined,
    /^MODELGATE_SECRET_KEY: /,
  ],
  ['a short secret key', { MODELGATE_SECRET_KEY: 'c2hvcnQ=' }, undefined, /^MODELGATE_SECRET_KEY: /],
  ['an invalid Redis URL', { REDIS_URL: 'http://localhost' }, undefined, /^REDIS_URL: /],
  [
    'a Redis Sentinel',
    { REDIS_URL: 'redis+sentinel://:secret@a:26379,b:26379/main' },
    undefined,
    /^REDIS_URL: names Redis Sentinel, which is not supported: use the address of a single Redis server$/,
  ],
  [
    'a Redis Cluster',
    { REDIS_URL: 'rediss-cluster://:secret@a:6379' },
    undefined,
    /^REDIS_URL: names a Redis Cluster, which/,
  ],
  [
    'several hosts of Redis',
    { REDIS_URL: 'redis://:p,w@a:6379,b:6379' },
    undefined,
    /^REDIS_URL: names several hosts, which/,
  ],
  ['a proxy that is not a network', { TRUST_PROXY: '10.0.0.0/99' }, undefined, /^TRUST_PROXY: /],
  ['a short admin password', { MODELGATE_ADMIN_PASSWORD: 'short' }, undefined, /^MODELGATE_ADMIN_PASSWORD: /],
  ['no API processes', { MODELGATE_API_PROCESSES: '0' }, undefined, /^MODELGATE_API_PROCESSES: /],
  [
    'a missing config file',
    { MODELGATE_CONFIG: '/nowhere/modelgate.yaml' },
    undefined,
    /^MODELGATE_CONFIG: /,
  ],
  ['broken YAML', {}, 'channels: [\n', /modelgate\.yaml:\d+: /],
  ['an unknown key', {}, 'chanels: []\n', /modelgate\.yaml:1: .*chanels.*channels/],
  [
    'an unknown provider',
    {},
    channel.replace('openai', 'opnai'),
    /modelgate\.yaml:1: channels\[0\]\.provider: .*"openai"/,
  ],
  [
    'a wrong type',
    {},
    channel.replace('name: a', 'name: a, priority: high'),
    /modelgate\.yaml:1: channels\[0\]\.priority: /,
  ],
  [
    'a missing variable',
    {},
    channel.replace('apiKey: k', 'apiKey: "${NO_SUCH_KEY}"'),
    /modelgate\.yaml:1: channels\[0\]\.apiKey: .*NO_SUCH_KEY/,
  ],
  ['a duplicate name', {}, 'tokens:\n  - name: a\n  - name: a\n', /modelgate\.yaml:3: tokens\[1\]\.name: /],
  [
    'a provider without an address',
    {},
    channel.replace('openai', 'openai-compatible'),
    /modelgate\.yaml:1: channels\[0\].*baseUrl/,
  ],
];

describe('an invalid configuration', () => {
  afterAll(() => removeFolder(folder));

  it.each(cases)(
    '%s stops the start with one line and exit code 78',
    async (_name, environment, file, line) => {
      const config: Record<string, string> = {};
      if (file !== undefined) {
        config['MODELGATE_CONFIG'] = `${folder}/modelgate.yaml`;
        writeFileSync(config['MODELGATE_CONFIG'], file);
      }
      const start = new RunningModelgate(`${folder}/data`, { ...config, ...environment });
      expect(await start.exited).toBe(78);
      expect(start.stdout.trim()).toMatch(line);
      expect(start.stdout.trim().split('\n')).toHaveLength(1);
      expect(start.stderr).toBe('');
    },
  );
});
