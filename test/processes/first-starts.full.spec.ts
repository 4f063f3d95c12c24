import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type Server, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, createEmptyDatabase, eventually } from '../harness/index.js';
import { describeDatabaseTls } from './database-tls.cases.js';
import { type RedisKind, RedisServer } from './redis-server.js';
import { RunningModelgate, makeDataFolder, removeFolder } from './running-modelgate.js';
import { findFreePort } from '../small-server/index.js';
import { TlsDatabase } from './tls-database.js';

const API = fileURLToPath(new URL('../../dist/apps/api/src/main.js', import.meta.url));
const SECRET_KEY = randomBytes(32).toString('base64');

async function listenOn(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** The API as a container runs it, without a supervisor. */
function runApi(environment: Record<string, string>): Promise<{ exitCode: number | null; stdout: string }> {
  return new Promise((resolve) => {
    const { PATH = '' } = process.env;
    const child = execFile(
      process.execPath,
      ['--no-warnings', API],
      { env: { PATH, MODELGATE_SECRET_KEY: SECRET_KEY, ...environment } },
      (_, stdout) => resolve({ exitCode: child.exitCode, stdout }),
    );
  });
}

describe('a first start that cannot succeed', () => {
  const folder = makeDataFolder();
  let database: TestDatabase;
  let taken: Server;
  let takenPort: number;
  let unreachable: RunningModelgate;
  let tlsDatabase: TlsDatabase;
  const servers = new Map<RedisKind, RedisServer>();

  beforeAll(async () => {
    database = await createEmptyDatabase();
    takenPort = await findFreePort();
    taken = await listenOn(takenPort);
    for (const kind of ['cluster', 'replica', 'sentinel'] as const)
      servers.set(kind, await RedisServer.start(kind));
    // It waits for a minute, in which a database may come up; the other cases run in the meantime.
    unreachable = new RunningModelgate(`${folder}/unreachable`, {
      DATABASE_URL: `postgres://nobody@127.0.0.1:${await findFreePort()}/none`,
      MODELGATE_SECRET_KEY: SECRET_KEY,
    });
    tlsDatabase = await TlsDatabase.start(folder);
  });

  afterAll(async () => {
    taken.close();
    await tlsDatabase.stop();
    for (const server of servers.values()) await server.kill();
    await database.drop();
    removeFolder(folder);
  });

  const addressWith = (change: (url: URL) => void): string => {
    const url = new URL(database.url);
    change(url);
    return url.href;
  };

  const withRedis = (kind: RedisKind, path = '') => ({
    DATABASE_URL: database.url,
    REDIS_URL: `${servers.get(kind)?.url}${path}`,
  });

  const CASES: [name: string, environment: () => Record<string, string>, line: RegExp][] = [
    [
      'a port that is taken',
      () => ({ DATABASE_URL: database.url, PORT: String(takenPort) }),
      /^PORT: 127\.0\.0\.1:\d+ is in use by another program\n$/,
    ],
    [
      'a port that is taken, for several processes',
      () => ({ DATABASE_URL: database.url, PORT: String(takenPort), MODELGATE_API_PROCESSES: '2' }),
      /^PORT: 127\.0\.0\.1:\d+ is in use by another program\n$/,
    ],
    [
      'a database that does not exist',
      () => ({ DATABASE_URL: addressWith((url) => (url.pathname = '/no_such_database')) }),
      /^DATABASE_URL: there is no database "no_such_database" at 127\.0\.0\.1:\d+\n$/,
    ],
    [
      'a wrong password',
      () => ({ DATABASE_URL: addressWith((url) => (url.password = 'wrong')) }),
      /^DATABASE_URL: cannot connect to the database at 127\.0\.0\.1:\d+ as "\w+": password authentication failed.*\n$/,
    ],
    [
      'a database without TLS, where the address asks for it',
      () => ({ DATABASE_URL: addressWith((url) => (url.search = '?sslmode=verify-full')) }),
      /^DATABASE_URL: sslmode requires TLS, which the database at 127\.0\.0\.1:\d+ does not support\n$/,
    ],
    [
      'a file of a CA that is not there',
      () => ({
        DATABASE_URL: addressWith((url) => (url.search = '?sslmode=verify-full&sslrootcert=/no/ca.crt')),
      }),
      /^DATABASE_URL: the file "\/no\/ca\.crt" cannot be read \(ENOENT\)\n$/,
    ],
    [
      'a database whose certificate is from another CA',
      () => ({
        DATABASE_URL: tlsDatabase.url({ sslmode: 'verify-full', sslrootcert: tlsDatabase.otherCa }),
      }),
      /^DATABASE_URL: the certificate of the database at localhost:\d+ is not trusted \(.+\); set sslrootcert to the file of its CA certificate\n$/,
    ],
    [
      'a database whose certificate is for another host',
      () => ({
        DATABASE_URL: tlsDatabase.url(
          { sslmode: 'verify-full', sslrootcert: tlsDatabase.ca },
          { host: '127.0.0.1' },
        ),
      }),
      /^DATABASE_URL: the certificate of the database at 127\.0\.0\.1:\d+ is for another host \(.+\); use a host name of the certificate\n$/,
    ],
    [
      'an address with several hosts',
      () => ({ DATABASE_URL: 'postgres://gate:secret@one:5432,two:5432/gate' }),
      /^DATABASE_URL: several hosts are not supported; .*\n$/,
    ],
  ];

  /** A child process detects these, so the supervisor has already started, and logs that it stops. */
  const REDIS_CASES: typeof CASES = [
    [
      'a Redis Cluster',
      () => withRedis('cluster'),
      /^REDIS_URL: the server at 127\.0\.0\.1:\d+ is part of a Redis Cluster, which is not supported: .*\n/,
    ],
    [
      'a Redis Cluster, and a database of it, for several processes',
      () => ({ ...withRedis('cluster', '/1'), MODELGATE_API_PROCESSES: '2' }),
      /^REDIS_URL: the server at 127\.0\.0\.1:\d+ is part of a Redis Cluster, .*\n/,
    ],
    [
      'a Redis Sentinel',
      () => withRedis('sentinel'),
      /^REDIS_URL: the server at 127\.0\.0\.1:\d+ is a Redis Sentinel, which is not supported: .*\n/,
    ],
    [
      'a replica of Redis',
      () => withRedis('replica'),
      /^REDIS_URL: the server at 127\.0\.0\.1:\d+ is a read-only replica: .*\n/,
    ],
  ];

  it.each(REDIS_CASES)('%s ends "npm start" with exit code 78', async (_name, environment, line) => {
    const start = new RunningModelgate(`${folder}/data`, {
      MODELGATE_SECRET_KEY: SECRET_KEY,
      ...environment(),
    });
    expect(await start.exited).toBe(78);
    expect(start.stdout).toMatch(line);
    expect(start.stdout.split('REDIS_URL')).toHaveLength(2);
  });

  it.each(CASES)('%s ends "npm start" with one line and exit code 78', async (_name, environment, line) => {
    const start = new RunningModelgate(`${folder}/data`, {
      MODELGATE_SECRET_KEY: SECRET_KEY,
      ...environment(),
    });
    expect(await start.exited).toBe(78);
    expect(start.stdout).toMatch(line);
    expect(start.stdout).not.toContain('wrong');
    expect(start.stderr).toBe('');
  });

  it.each([...CASES, ...REDIS_CASES])(
    '%s ends the API alone in the same way',
    async (_name, environment, line) => {
      const { exitCode, stdout } = await runApi({
        MODELGATE_DATA_DIR: `${folder}/alone`,
        PORT: '0',
        ...environment(),
      });
      expect(stdout).toMatch(line);
      expect(exitCode).toBe(78);
    },
  );

  it('a database that does not respond within a minute ends it too', async () => {
    expect(await unreachable.exited).toBe(78);
    expect(unreachable.stdout).toMatch(
      /^Waiting for the database …\nDATABASE_URL: the database at 127\.0\.0\.1:\d+ does not respond \(ECONNREFUSED\)\n$/,
    );
  });

  describeDatabaseTls(() => tlsDatabase);
});

describe('a later start', () => {
  it('is retried as long as it fails, and serves once it can', async () => {
    const folder = makeDataFolder();
    const port = await findFreePort();
    const modelgate = new RunningModelgate(`${folder}/data`, { PORT: String(port) });
    await modelgate.ready();
    const killed = modelgate.childPid('api');
    process.kill(killed, 'SIGKILL');
    const taken = await eventually(() => listenOn(port).catch(() => undefined));
    await eventually(() => modelgate.stderr.split('"msg":"child process exited"').length > 3, 30_000);
    taken.close();
    await eventually(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      return answer?.status === 200;
    }, 30_000);
    expect(await modelgate.stop()).toBe(0);
    removeFolder(folder);
  });
});
