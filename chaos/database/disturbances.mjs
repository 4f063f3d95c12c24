import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { eventually } from '../eventually.mjs';
import { isReady } from '../idle-checks.mjs';
import { KINDS, POSTMASTER, listProcesses } from './postgres-processes.mjs';

const BACK_MS = 30_000;
const PAUSE_MS = [0, 700];
const DOWN_MS = [50, 1_000];

class Disturbance {
  /** The number of disturbances by kind. */
  counts = new Map();

  constructor(random, installation) {
    Object.assign(this, { random, installation });
  }

  async run(kills) {
    for (const kind of this.plan(kills)) {
      // Half of them hit a process right after its restart, the others a process under load.
      if (this.random.isTrue(0.5)) await eventually(() => isReady(this.installation), BACK_MS);
      await sleep(this.random.between(...PAUSE_MS));
      const done = await this.disturb(kind);
      this.counts.set(done, (this.counts.get(done) ?? 0) + 1);
    }
    await Promise.all([this.installation.postgres.settled(), this.installation.redis?.settled()]);
  }

  /** Every kind equally often, in random order. */
  plan(kills) {
    const kinds = Array.from({ length: kills }, (_, index) => this.kinds[index % this.kinds.length]);
    return kinds
      .map((kind) => ({ kind, at: this.random.next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ kind }) => kind);
  }

  /** The processes of the database, once it accepts connections. */
  async whenPostgresAnswers(isEnough = () => true) {
    const { postgres } = this.installation;
    await postgres.settled();
    let processes;
    await eventually(async () => {
      processes = await listProcesses(postgres.administratorUrl);
      return isEnough(processes);
    }, BACK_MS);
    if (processes === undefined) throw new Error('The database does not come back.');
    return processes;
  }
}

/** Kills one process of the database after another. The server restarts itself, or is restarted if it cannot. */
class EmbeddedDisturbance extends Disturbance {
  kinds = KINDS;

  async disturb(kind) {
    const { postgres } = this.installation;
    const processes = await this.whenPostgresAnswers((found) => kind === POSTMASTER || found.has(kind));
    if (kind === POSTMASTER) {
      postgres.kill(this.random.between(...DOWN_MS));
      return kind;
    }
    const pids = processes.get(kind);
    if (pids === undefined) throw new Error(`There is no ${kind} to kill.`);
    process.kill(this.random.pick(pids.map((pid) => [pid, 1])), 'SIGKILL');
    return kind;
  }
}

class RedisDisturbance extends Disturbance {
  kinds = ['redis'];

  async disturb(kind) {
    const { redis } = this.installation;
    await redis.settled();
    redis.kill(this.random.between(...DOWN_MS));
    return kind;
  }
}

/**
 * Actions of an administrator: a restart that ends all sessions first, an immediate restart, or ending the sessions
 * alone.
 */
class ExternalDisturbance extends Disturbance {
  kinds = ['fast restart', 'immediate restart', 'all sessions ended'];

  async disturb(kind) {
    const { postgres } = this.installation;
    await this.whenPostgresAnswers();
    if (kind === 'all sessions ended') await endSessions(postgres.administratorUrl);
    else postgres.kill(this.random.between(...DOWN_MS), kind === 'fast restart' ? 'SIGINT' : 'SIGQUIT');
    return kind;
  }
}

async function endSessions(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  await client.end();
}

export const DISTURBANCES = {
  embedded: EmbeddedDisturbance,
  redis: RedisDisturbance,
  external: ExternalDisturbance,
};
