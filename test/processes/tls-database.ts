import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres';
import { Client } from 'pg';
import { eventually } from '../harness/index.js';

/** The only database that requires a certificate of the client. */
export const CERTIFIED_DATABASE = 'certified';

/** Connections without TLS are rejected. */
const ACCESS = `
hostssl ${CERTIFIED_DATABASE} all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca
hostssl all all 127.0.0.1/32 scram-sha-256
`;
const SETTINGS = [
  "ALTER SYSTEM SET ssl = 'on'",
  "ALTER SYSTEM SET ssl_ca_file = 'ca.crt'",
  `CREATE DATABASE ${CERTIFIED_DATABASE}`,
  'SELECT pg_reload_conf()',
];
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
const ONE_DAY = ['-days', '1'];

/** A Postgres that accepts connections only over TLS, with a certificate for `localhost` from its own CA. */
export class TlsDatabase {
  readonly ca: string;
  /** A CA that has signed nothing. */
  readonly otherCa: string;
  readonly clientCertificate: string;
  readonly clientKey: string;

  private constructor(
    private readonly server: EmbeddedPostgres,
    folder: string,
  ) {
    this.ca = join(folder, 'ca.crt');
    this.otherCa = join(folder, 'other-ca.crt');
    this.clientCertificate = join(folder, 'client.crt');
    this.clientKey = join(folder, 'client.key');
  }

  static async start(folder: string): Promise<TlsDatabase> {
    const certificates = join(folder, 'certificates');
    mkdirSync(certificates, { recursive: true });
    createAuthority(certificates, 'ca');
    createAuthority(certificates, 'other-ca');
    sign(certificates, 'server', 'subjectAltName=DNS:localhost');
    sign(certificates, 'client', 'extendedKeyUsage=clientAuth');
    const server = await startEmbeddedPostgres({ dataDir: join(folder, 'database') });
    const database = new TlsDatabase(server, certificates);
    await database.requireTls(certificates);
    return database;
  }

  /** The URL of the database with these parameters of TLS. The certificate is for `localhost`. */
  url(parameters: Record<string, string>, { host = 'localhost', name = '' } = {}): string {
    const url = new URL(this.server.url);
    url.hostname = host;
    if (name !== '') url.pathname = `/${name}`;
    for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
    return url.href;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  private async requireTls(certificates: string): Promise<void> {
    const { clusterDir, administratorUrl } = this.server;
    const { uid, gid } = statSync(clusterDir);
    for (const name of ['ca.crt', 'server.crt', 'server.key']) {
      const file = join(clusterDir, name);
      copyFileSync(join(certificates, name), file);
      chmodSync(file, 0o600);
      chownSync(file, uid, gid);
    }
    writeFileSync(join(clusterDir, 'pg_hba.conf'), ACCESS);
    const administrator = new Client({ connectionString: administratorUrl });
    await administrator.connect();
    for (const statement of SETTINGS) await administrator.query(statement);
    await administrator.end();
    await eventually(() => this.accepts({ sslmode: 'verify-full', sslrootcert: this.ca }));
    await eventually(async () => !(await this.accepts({})));
  }

  private async accepts(parameters: Record<string, string>): Promise<boolean> {
    const client = new Client({ connectionString: this.url(parameters) });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

function createAuthority(folder: string, name: string): void {
  const output = ['-keyout', `${name}.key`, '-out', `${name}.crt`];
  openssl(folder, ['req', '-x509', ...NEW_KEY, ...ONE_DAY, '-subj', `/CN=${name}`, ...output]);
}

/** A certificate from `ca`. */
function sign(folder: string, name: string, extension: string): void {
  const [request, extensions] = [`${name}.csr`, `${name}.ext`];
  writeFileSync(join(folder, extensions), `${extension}\n`);
  openssl(folder, ['req', ...NEW_KEY, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', request]);
  const authority = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', extensions];
  openssl(folder, ['x509', '-req', '-in', request, ...authority, ...ONE_DAY, '-out', `${name}.crt`]);
}

function openssl(folder: string, words: readonly string[]): void {
  execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
}
