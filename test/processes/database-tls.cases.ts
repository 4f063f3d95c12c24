import { randomBytes } from 'node:crypto';
import { describeDatabaseFault } from '#config';
import { createDataSource } from '#database';
import { afterAll, describe, expect, it } from '@jest/globals';
import { runModelgate } from '../cli/run-modelgate.js';
import { RunningModelgate, makeDataFolder, removeFolder } from './running-modelgate.js';
import { CERTIFIED_DATABASE, type TlsDatabase } from './tls-database.js';

const SECRET_KEY = randomBytes(32).toString('base64');
const CONNECTED = 'connected';
const NOT_TRUSTED =
  /^DATABASE_URL: the certificate of the database at localhost:\d+ is not trusted \(.+\); set sslrootcert to the file of its CA certificate$/;
const OTHER_HOST =
  /^DATABASE_URL: the certificate of the database at 127\.0\.0\.1:\d+ is for another host \(.+\); use a host name of the certificate$/;
const REFUSED = /^DATABASE_URL: cannot connect to the database at localhost:\d+ as "modelgate_app": /;

type Outcome = string | RegExp;

interface Case {
  name: string;
  parameters: (database: TlsDatabase) => Record<string, string>;
  /** With a host name of the certificate. */
  atName?: Outcome;
  /** With the IP address, which is not in the certificate. */
  atAddress?: Outcome;
}

const VERIFYING: Case[] = ['verify-full', 'verify-ca', 'require', 'prefer'].flatMap((sslmode) => [
  {
    name: `sslmode=${sslmode} with the CA`,
    parameters: ({ ca }) => ({ sslmode, sslrootcert: ca }),
    atName: CONNECTED,
    atAddress: OTHER_HOST,
  },
  {
    name: `sslmode=${sslmode} with another CA`,
    parameters: ({ otherCa }) => ({ sslmode, sslrootcert: otherCa }),
    atName: NOT_TRUSTED,
  },
  { name: `sslmode=${sslmode} without a CA`, parameters: () => ({ sslmode }), atName: NOT_TRUSTED },
]);

const LIBPQ = { uselibpqcompat: 'true' };
const AS_PSQL: Case[] = [
  {
    name: 'require of psql without a CA',
    parameters: () => ({ ...LIBPQ, sslmode: 'require' }),
    atName: CONNECTED,
    atAddress: CONNECTED,
  },
  ...['require', 'verify-ca'].flatMap((sslmode): Case[] => [
    {
      name: `${sslmode} of psql with the CA`,
      parameters: ({ ca }) => ({ ...LIBPQ, sslmode, sslrootcert: ca }),
      atName: CONNECTED,
      atAddress: CONNECTED,
    },
    {
      name: `${sslmode} of psql with another CA`,
      parameters: ({ otherCa }) => ({ ...LIBPQ, sslmode, sslrootcert: otherCa }),
      atName: NOT_TRUSTED,
    },
  ]),
  {
    name: 'verify-ca of psql without a CA',
    parameters: () => ({ ...LIBPQ, sslmode: 'verify-ca' }),
    atName: 'DATABASE_URL: sslmode=verify-ca requires sslrootcert',
  },
  {
    name: 'verify-full of psql with the CA',
    parameters: ({ ca }) => ({ ...LIBPQ, sslmode: 'verify-full', sslrootcert: ca }),
    atName: CONNECTED,
    atAddress: OTHER_HOST,
  },
];

const CASES: Case[] = [
  ...VERIFYING,
  ...AS_PSQL,
  {
    name: 'sslmode=no-verify',
    parameters: () => ({ sslmode: 'no-verify' }),
    atName: CONNECTED,
    atAddress: CONNECTED,
  },
  { name: 'sslmode=disable', parameters: () => ({ sslmode: 'disable' }), atName: REFUSED },
  { name: 'no sslmode', parameters: () => ({}), atName: REFUSED },
];

const ROWS = CASES.flatMap(({ name, parameters, atName, atAddress }) => [
  ...(atName === undefined ? [] : [{ name, parameters, host: 'localhost', outcome: atName }]),
  ...(atAddress === undefined ? [] : [{ name, parameters, host: '127.0.0.1', outcome: atAddress }]),
]);

/** Returns that it is connected, or the line that a start prints instead. */
async function connect(url: string): Promise<string> {
  const dataSource = createDataSource({ url, entities: [], poolSize: 1 });
  try {
    await dataSource.initialize();
  } catch (error) {
    return describeDatabaseFault(error, url) ?? String(error);
  }
  await dataSource.destroy();
  return CONNECTED;
}

/** The modes of docs/running.md. */
export function describeDatabaseTls(getDatabase: () => TlsDatabase): void {
  describe('a database that accepts connections only over TLS', () => {
    const folder = makeDataFolder();
    afterAll(() => removeFolder(folder));

    it.each(ROWS)('$name, at $host', async ({ parameters, host, outcome }) => {
      const database = getDatabase();
      const said = await connect(database.url(parameters(database), { host }));
      if (typeof outcome === 'string') expect(said).toBe(outcome);
      else expect(said).toMatch(outcome);
    });

    it('requires a certificate of the client if it is configured to', async () => {
      const database = getDatabase();
      const { ca, clientCertificate: sslcert, clientKey: sslkey } = database;
      const trusted = { sslmode: 'verify-full', sslrootcert: ca };
      const name = CERTIFIED_DATABASE;
      expect(await connect(database.url({ ...trusted, sslcert, sslkey }, { name }))).toBe(CONNECTED);
      expect(await connect(database.url(trusted, { name }))).toMatch(REFUSED);
    });

    it('is trusted through a CA of NODE_EXTRA_CA_CERTS', async () => {
      const database = getDatabase();
      const url = database.url({ sslmode: 'verify-full' });
      const place = { cwd: folder, DATABASE_URL: url, MODELGATE_SECRET_KEY: SECRET_KEY };
      const refused = await runModelgate(['migrate'], place);
      expect([refused.exitCode, refused.stderr]).toEqual([78, expect.stringContaining('is not trusted')]);
      const ended = await runModelgate(['migrate'], { ...place, NODE_EXTRA_CA_CERTS: database.ca });
      expect([ended.exitCode, ended.stderr]).toEqual([0, '']);
    });

    it('serves an API and a worker, with every connection that they open', async () => {
      const database = getDatabase();
      const url = database.url({ sslmode: 'verify-full', sslrootcert: database.ca });
      const environment = { DATABASE_URL: url, MODELGATE_SECRET_KEY: SECRET_KEY };
      const modelgate = new RunningModelgate(`${folder}/data`, environment);
      await modelgate.ready();
      const { origin } = new URL(modelgate.baseUrl);
      expect(await (await fetch(`${origin}/metrics`)).text()).toMatch(/^modelgate_changes_arriving 1$/m);
      expect(await modelgate.stop()).toBe(0);
      expect(modelgate.stderr).not.toMatch(/"level":(?:50|60)/);
    });
  });
}
