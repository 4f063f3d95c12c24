import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PostgresServer, RedisServer, freePort } from './databases.mjs';
import { RestartedProcess } from './restarted-process.mjs';

const API = fileURLToPath(new URL('../dist/apps/api/src/main.js', import.meta.url));

/** One gateway with its database and Redis. Each part is a process that can be killed. */
export class Installation {
  /** Readable by the unprivileged user that runs the database. */
  folder = mkdtempSync(join(tmpdir(), 'modelgate-chaos-'));
  workers = [];
  secretKey = randomBytes(32);

  constructor() {
    chmodSync(this.folder, 0o755);
  }

  async start({ config, hasRedis, workerEntry, workers }) {
    const logFolder = join(this.folder, 'logs');
    mkdirSync(logFolder);
    this.postgres = new PostgresServer(join(this.folder, 'database'));
    await this.postgres.begin();
    if (hasRedis) {
      this.redis = new RedisServer(await freePort());
      await this.redis.begin();
    }
    const port = await freePort();
    this.origin = `http://127.0.0.1:${port}`;
    const env = this.#environment(config, port);
    this.api = new RestartedProcess('api', { entry: API, env, logFolder });
    await this.api.start();
    this.workers = Array.from(
      { length: workers },
      (_, index) => new RestartedProcess(`worker-${index + 1}`, { entry: workerEntry, env, logFolder }),
    );
    await Promise.all(this.workers.map((worker) => worker.start()));
  }

  /** The processes that can be killed. */
  get parts() {
    return [this.api, ...this.workers, this.postgres, this.redis].filter((part) => part !== undefined);
  }

  /** Stops each part before those that it depends on. */
  async stop() {
    await Promise.all([this.api, ...this.workers].map((part) => part?.stop()));
    await this.redis?.stop();
    await this.postgres?.stop();
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #environment(config, port) {
    const configFile = join(this.folder, 'modelgate.json');
    writeFileSync(configFile, JSON.stringify(config));
    return {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: this.postgres.url,
      ...(this.redis === undefined ? {} : { REDIS_URL: this.redis.url }),
      MODELGATE_SECRET_KEY: this.secretKey.toString('base64'),
      MODELGATE_CONFIG: configFile,
      MODELGATE_DATA_DIR: join(this.folder, 'data'),
      MODELGATE_ADMIN_PASSWORD: randomBytes(12).toString('hex'),
      MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    };
  }
}
