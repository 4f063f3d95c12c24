import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONFIG_EXIT_CODE, loadConfig } from './index.js';
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

describe('an empty environment', () => {
  it('results in the defaults', () => {
    expect(load({})).toEqual({
      http: {
        host: '127.0.0.1',
        port: 3000,
        publicUrl: 'http://127.0.0.1:3000',
        allowedHosts: undefined,
        trustProxy: [],
        listsModelsOnHomepage: false,
        metricsToken: undefined,
        apiProcesses: 1,
        maxJsonBytes: 33_554_432,
        maxSocketsPerToken: 200,
        maxUploadBytes: 536_870_912,
        responseReadsPerMinute: 3_000,
      },
      database: { kind: 'embedded' },
      redisUrl: undefined,
      dataDir: join(folder.path, 'data'),
      allowedPrivateNetworks: [],
      machineIdentityHosts: [],
      usesUpstreamHttp2: true,
      storesUpstreamErrors: true,
      logLevel: 'info',
      workerPort: undefined,
      tracing: undefined,
      admin: { email: 'admin@localhost', password: undefined },
      secretKey: undefined,
      formerSecretKeys: [],
      secretKeyFile: undefined,
      providerKeys: [],
      maxDisablePercent: 20,
      file: undefined,
      fileHash: undefined,
      prices: {},
    });
  });

  it('equals variables with empty values', () => {
    const names = [
      'PORT',
      'HOST',
      'PUBLIC_URL',
      'DATABASE_URL',
      'DATABASE_DIRECT_URL',
      'REDIS_URL',
      'TRUST_PROXY',
      'OPENAI_API_KEY',
    ];
    const own = ['CONFIG', 'DATA_DIR', 'SECRET_KEY', 'SECRET_KEY_FILE', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'];
    const access = ['ALLOWED_HOSTS', 'METRICS_TOKEN', 'API_PROCESSES', 'MAX_DISABLE_PERCENT', 'LOG_LEVEL'];
    const sizes = ['MAX_JSON_MB', 'MAX_SOCKETS_PER_TOKEN', 'MAX_UPLOAD_MB'];
    const switches = ['HOMEPAGE_MODELS', 'STORE_UPSTREAM_ERRORS', 'UPSTREAM_HTTP2'];
    const prefixed = [...own, ...access, ...sizes, ...switches].map((name) => `MODELGATE_${name}`);
    const all = [...names, ...prefixed];
    expect(load(Object.fromEntries(all.map((name) => [name, ''])))).toEqual(load({}));
  });
});

describe('a complete environment', () => {
  it('is read', () => {
    const config = load({
      HOST: '0.0.0.0',
      PORT: '8080',
      PUBLIC_URL: 'https://models.example.com/gate/',
      DATABASE_URL,
      DATABASE_DIRECT_URL: 'postgres://user:hunter,2@db.example:6432/modelgate',
      MODELGATE_LOG_LEVEL: 'debug',
      REDIS_URL: 'rediss://cache.example:6380/1',
      MODELGATE_DATA_DIR: '/var/lib/gate',
      MODELGATE_SECRET_KEY: KEY.toString('base64'),
      MODELGATE_ADMIN_EMAIL: 'root@example.com',
      MODELGATE_ADMIN_PASSWORD: ' spaces count ',
      MODELGATE_ALLOWED_PRIVATE_NETWORKS: '10.1.2.3/8, fd00::/8 127.0.0.1',
      MODELGATE_MACHINE_IDENTITY_HOSTS: 'Models.example.com proxy.example.com:8443',
      MODELGATE_UPSTREAM_HTTP2: 'off',
      MODELGATE_STORE_UPSTREAM_ERRORS: 'off',
      MODELGATE_ALLOWED_HOSTS: 'Models.example.com,localhost:3000,[::1]:3000,10.0.0.1',
      MODELGATE_HOMEPAGE_MODELS: 'on',
      MODELGATE_METRICS_TOKEN: 'scrape-me',
      TRUST_PROXY: '10.0.0.0/8,::1',
      MODELGATE_API_PROCESSES: '4',
      MODELGATE_MAX_DISABLE_PERCENT: '0',
      MODELGATE_MAX_JSON_MB: '1',
      MODELGATE_MAX_SOCKETS_PER_TOKEN: '3',
      MODELGATE_MAX_UPLOAD_MB: '2',
      MODELGATE_RESPONSE_READS_PER_MINUTE: '60',
    });

    expect(config).toMatchObject({
      http: {
        host: '0.0.0.0',
        port: 8080,
        publicUrl: 'https://models.example.com/gate',
        allowedHosts: ['models.example.com', 'localhost:3000', '[::1]:3000', '10.0.0.1'],
        trustProxy: ['10.0.0.0/8', '::1/128'],
        listsModelsOnHomepage: true,
        metricsToken: 'scrape-me',
        apiProcesses: 4,
        maxJsonBytes: 1_048_576,
        maxSocketsPerToken: 3,
        maxUploadBytes: 2_097_152,
        responseReadsPerMinute: 60,
      },
      maxDisablePercent: 0,
      database: {
        kind: 'url',
        url: DATABASE_URL,
        directUrl: 'postgres://user:hunter,2@db.example:6432/modelgate',
      },
      logLevel: 'debug',
      redisUrl: 'rediss://cache.example:6380/1',
      dataDir: '/var/lib/gate',
      allowedPrivateNetworks: ['10.0.0.0/8', 'fd00::/8', '127.0.0.1/32'],
      machineIdentityHosts: ['models.example.com', 'proxy.example.com:8443'],
      usesUpstreamHttp2: false,
      storesUpstreamErrors: false,
      admin: { email: 'root@example.com', password: ' spaces count ' },
    });
    expect(config.secretKey).toEqual(Uint8Array.from(KEY));
  });

  it.each([
    [{ HOST: '0.0.0.0', PORT: '81' }, 'http://127.0.0.1:81'],
    [{ HOST: '::' }, 'http://127.0.0.1:3000'],
    [{ HOST: '0:0:0:0:0:0:0:0' }, 'http://127.0.0.1:3000'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ HOST: 'gate.local', PORT: '0' }, 'http://gate.local:0'],
  ])('%j is reached at %s', (environment, publicUrl) => {
    expect(load(environment).http.publicUrl).toBe(publicUrl);
  });

  it('has the provider of each key', () => {
    const keys = load({ WAN_API_KEY: 'w', OPENAI_API_KEY: ' sk-o\n', GEMINI_API_KEY: '' }).providerKeys;
    expect(keys).toEqual([
      { provider: 'openai', variable: 'OPENAI_API_KEY', apiKey: 'sk-o' },
      { provider: 'wan', variable: 'WAN_API_KEY', apiKey: 'w' },
    ]);
  });

  it('results in a frozen config', () => {
    const config = load({ TRUST_PROXY: '::1' });
    expect(() => Object.assign(config.http, { port: 1 })).toThrow(TypeError);
    expect(() => Object.assign(config.http.trustProxy, ['0.0.0.0/0'])).toThrow(TypeError);
  });
});

describe('the secret key', () => {
  it.each(['base64', 'base64url'] as const)('is read from a file in %s and trimmed', (encoding) => {
    folder.write('secret', `\n ${KEY.toString(encoding)}\r\n`);
    const config = load({ DATABASE_URL, MODELGATE_SECRET_KEY_FILE: 'secret' });
    expect(config.secretKey).toEqual(Uint8Array.from(KEY));
  });

  it.each(['\n', ',', ' , '])('can be followed by former keys after %j', (between) => {
    const former = randomBytes(32);
    const text = [KEY, former].map((key) => key.toString('base64')).join(between);
    folder.write('secret', `${text}\n`);
    for (const given of [{ MODELGATE_SECRET_KEY: text }, { MODELGATE_SECRET_KEY_FILE: 'secret' }]) {
      const { secretKey, formerSecretKeys } = load({ DATABASE_URL, ...given });
      expect(secretKey).toEqual(Uint8Array.from(KEY));
      expect(formerSecretKeys).toEqual([Uint8Array.from(former)]);
    }
  });

  it('is never shown if it is invalid', () => {
    const wrong = randomBytes(31).toString('base64');
    folder.write('short', wrong);
    const messages = [
      getError({ MODELGATE_SECRET_KEY: wrong }),
      getError({ MODELGATE_SECRET_KEY_FILE: 'short' }),
    ];
    expect(messages).toEqual([
      'MODELGATE_SECRET_KEY: the value is not 32 bytes in base64',
      'MODELGATE_SECRET_KEY_FILE: "short" does not contain 32 bytes in base64',
    ]);
  });
});

describe('an invalid variable', () => {
  const base64Key = KEY.toString('base64');

  it.each<[NodeJS.ProcessEnv, string]>([
    [{ PORT: 'abc' }, 'PORT: "abc" is not a port number (0 to 65535)'],
    [{ PORT: '65536' }, 'PORT: "65536" is not a port number (0 to 65535)'],
    [{ PORT: '-1' }, 'PORT: "-1" is not a port number (0 to 65535)'],
    [{ PORT: '1e3' }, 'PORT: "1e3" is not a port number (0 to 65535)'],
    [{ PORT: 'a\nb\u001b[31m' }, 'PORT: "a\\nb\\u001b[31m" is not a port number (0 to 65535)'],
    [{ PORT: '9'.repeat(99) }, `PORT: "${'9'.repeat(60)}…" is not a port number (0 to 65535)`],
    [{ HOST: 'a b' }, 'HOST: "a b" is not an IP address or host name'],
    [{ HOST: '256.1.1.1' }, 'HOST: "256.1.1.1" is not an IP address or host name'],
    [
      { PUBLIC_URL: 'models.example.com' },
      'PUBLIC_URL: "models.example.com" is not an http:// or https:// URL without user, password, query or fragment',
    ],
    [
      { PUBLIC_URL: 'https://root:hunter2@example.com' },
      'PUBLIC_URL: "***@example.com" is not an http:// or https:// URL without user, password, query or fragment',
    ],
    [
      { PUBLIC_URL: 'https://example.com/?key=hunter2' },
      'PUBLIC_URL: "https://example.com/?***" is not an http:// or https:// URL without user, password, query or fragment',
    ],
    [
      { DATABASE_URL: 'mysql://user:hunter2@db.example/x' },
      'DATABASE_URL: the value is not a postgres:// or postgresql:// URL',
    ],
    [
      { DATABASE_URL: 'postgres://user:hunter2@one:5432,two/modelgate' },
      'DATABASE_URL: several hosts are not supported; use one address that always points to the primary',
    ],
    [
      { DATABASE_URL: 'postgres:hunter2' },
      'DATABASE_URL: the value is not a postgres:// or postgresql:// URL',
    ],
    [{ DATABASE_DIRECT_URL: DATABASE_URL }, 'DATABASE_DIRECT_URL: requires DATABASE_URL, which is not set'],
    [
      { DATABASE_URL, DATABASE_DIRECT_URL: 'mysql://user:hunter2@db.example/x' },
      'DATABASE_DIRECT_URL: the value is not a postgres:// or postgresql:// URL',
    ],
    [
      { MODELGATE_LOG_LEVEL: 'loud' },
      'MODELGATE_LOG_LEVEL: "loud" is not one of trace, debug, info, warn, error, fatal, silent',
    ],
    [
      { DATABASE_URL },
      'MODELGATE_SECRET_KEY: is missing: it is required when DATABASE_URL is set, as 32 bytes in base64',
    ],
    [{ REDIS_URL: 'http://:hunter2@cache' }, 'REDIS_URL: the value is not a redis:// or rediss:// URL'],
    [
      { MODELGATE_SECRET_KEY: base64Key, MODELGATE_SECRET_KEY_FILE: 'x' },
      'MODELGATE_SECRET_KEY_FILE: cannot be combined with MODELGATE_SECRET_KEY',
    ],
    [
      { MODELGATE_SECRET_KEY_FILE: 'nowhere' },
      'MODELGATE_SECRET_KEY_FILE: "nowhere" cannot be read (ENOENT)',
    ],
    [{ MODELGATE_SECRET_KEY: 'hunter2' }, 'MODELGATE_SECRET_KEY: the value is not 32 bytes in base64'],
    [{ MODELGATE_ADMIN_EMAIL: 'root' }, 'MODELGATE_ADMIN_EMAIL: "root" is not an email address'],
    [
      { MODELGATE_ADMIN_PASSWORD: 'hunter2' },
      'MODELGATE_ADMIN_PASSWORD: the value is not a password of 8 to 1024 characters',
    ],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY: "10.0.0.0/33" is not an IP address or CIDR'],
    [{ TRUST_PROXY: '::1, 010.0.0.1' }, 'TRUST_PROXY: "010.0.0.1" is not an IP address or CIDR'],
    [{ TRUST_PROXY: ',' }, 'TRUST_PROXY: "," is not an IP address or CIDR'],
    [{ MODELGATE_STORE_UPSTREAM_ERRORS: 'no' }, 'MODELGATE_STORE_UPSTREAM_ERRORS: "no" is not "on" or "off"'],
    [{ MODELGATE_HOMEPAGE_MODELS: 'true' }, 'MODELGATE_HOMEPAGE_MODELS: "true" is not "on" or "off"'],
    [{ MODELGATE_UPSTREAM_HTTP2: 'yes' }, 'MODELGATE_UPSTREAM_HTTP2: "yes" is not "on" or "off"'],
    [
      { MODELGATE_ALLOWED_PRIVATE_NETWORKS: '8.8.8.0/24' },
      'MODELGATE_ALLOWED_PRIVATE_NETWORKS: "8.8.8.0/24" is not a private or loopback network',
    ],
    [
      { MODELGATE_ALLOWED_PRIVATE_NETWORKS: '10.0.0.0/7' },
      'MODELGATE_ALLOWED_PRIVATE_NETWORKS: "10.0.0.0/7" is not a private or loopback network',
    ],
    [
      { MODELGATE_ALLOWED_PRIVATE_NETWORKS: '::ffff:0:0/96' },
      'MODELGATE_ALLOWED_PRIVATE_NETWORKS: "::ffff:0:0/96" is not a private or loopback network',
    ],
    [
      { MODELGATE_ALLOWED_HOSTS: 'http://x' },
      'MODELGATE_ALLOWED_HOSTS: "http://x" is not a host name with or without a port',
    ],
    [
      { MODELGATE_METRICS_TOKEN: 'hunter number 2' },
      'MODELGATE_METRICS_TOKEN: the value is not a token of 8 or more printable ASCII characters without spaces',
    ],
    [
      { MODELGATE_METRICS_TOKEN: 'hunter2' },
      'MODELGATE_METRICS_TOKEN: the value is not a token of 8 or more printable ASCII characters without spaces',
    ],
    [{ MODELGATE_API_PROCESSES: '0' }, 'MODELGATE_API_PROCESSES: "0" is not a whole number from 1 to 256'],
    [{ MODELGATE_MAX_JSON_MB: '1.5' }, 'MODELGATE_MAX_JSON_MB: "1.5" is not a whole number from 1 to 512'],
    [
      { MODELGATE_MAX_UPLOAD_MB: 'lots' },
      'MODELGATE_MAX_UPLOAD_MB: "lots" is not a whole number from 1 to 102400',
    ],
    [
      { OPENAI_API_KEY: 'sk-hunter2\nsk-more' },
      'OPENAI_API_KEY: the value is not a key (printable ASCII characters without spaces)',
    ],
    [{ MODELGATE_CONFIG: 'no\nwhere' }, 'MODELGATE_CONFIG: "no\\nwhere" cannot be read (ENOENT)'],
    [{ MODELGATE_CONFIG: '.' }, 'MODELGATE_CONFIG: "." is not a file'],
  ])('%j prevents the start', (environment, message) => {
    expect(getError(environment)).toBe(message);
    expect(message).not.toContain('hunter');
  });

  it('has the exit code of sysexits.h', () => {
    expect(CONFIG_EXIT_CODE).toBe(78);
  });
});
