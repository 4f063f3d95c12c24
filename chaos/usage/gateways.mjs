import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PostgresServer, freePort } from '../databases.mjs';
import { RestartedProcess } from '../restarted-process.mjs';

const API = fileURLToPath(new URL('../../dist/apps/api/src/main.js', import.meta.url));

/** Several API processes of one installation, with one database, one data folder and a port each. */
export class Gateways {
  /** Readable by the unprivileged user that runs the database. */
  folder = mkdtempSync(join(tmpdir(), 'modelgate-chaos-usage-'));
  all = [];

  constructor() {
    chmodSync(this.folder, 0o755);
    this.postgres = new PostgresServer(join(this.folder, 'database'));
  }

  async start(config, count) {
    const logFolder = join(this.folder, 'logs');
    mkdirSync(logFolder);
    await this.postgres.begin();
    this.environment = this.#environment(config);
    for (let index = 0; index < count; index += 1) {
      const port = await freePort();
      const kept = new RestartedProcess(`api-${index + 1}`, {
        entry: API,
        env: { ...this.environment, PORT: String(port) },
        logFolder,
      });
      this.all.push(Object.assign(kept, { origin: `http://127.0.0.1:${port}`, killedAt: [] }));
    }
    // The first one prepares the database, and the others would wait for it.
    const [first, ...others] = this.all;
    await first.start();
    await Promise.all(others.map((gateway) => gateway.start()));
  }

  /** The files in the folder for usage: spools, and rows that the database rejected. */
  get spools() {
    const place = join(this.folder, 'data', 'usage');
    return existsSync(place) ? readdirSync(place) : [];
  }

  async areReady() {
    const answers = await Promise.all(this.all.map(({ origin }) => fetch(`${origin}/readyz`)));
    return answers.every(({ ok }) => ok);
  }

  /** Stops the API processes, but not the database. */
  async stopServing() {
    await Promise.all(this.all.map((gateway) => gateway.stop()));
  }

  async stop() {
    await this.stopServing();
    await this.postgres.stop();
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #environment(config) {
    const configFile = join(this.folder, 'modelgate.json');
    writeFileSync(configFile, JSON.stringify(config));
    return {
      PATH: process.env.PATH,
      DATABASE_URL: this.postgres.url,
      MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
      MODELGATE_CONFIG: configFile,
      MODELGATE_DATA_DIR: join(this.folder, 'data'),
      MODELGATE_ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    };
  }
}
