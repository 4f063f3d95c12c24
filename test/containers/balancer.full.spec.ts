import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { parse } from 'yaml';
import {
  TEST_TOKEN,
  type TestDatabase,
  type TestGateway,
  createTestDatabase,
  eventually,
  startTestGateway,
} from '../harness/index.js';
import { HAPROXY_FILE, Haproxy } from './haproxy.js';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
/** The API's default without a supervisor: for this time it accepts requests after it has announced that it stops. */
const GRACE_MS = 3_000;
const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' };

/** The configuration of docker-compose.balancer.yml, in front of two gateways on this machine. */
describe('the balancer', () => {
  const gateways: TestGateway[] = [];
  let database: TestDatabase;
  let balancer: Haproxy;

  const chat = (content: string, more: object = {}): Promise<Response> =>
    fetch(`${balancer.origin}/v1/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content }], ...more }),
    });

  beforeAll(async () => {
    database = await createTestDatabase();
    const environment = { MODELGATE_SECRET_KEY: randomBytes(32).toString('base64') };
    for (let index = 0; index < 2; index += 1)
      gateways.push(await startTestGateway({ sandbox: true, database, environment, graceMs: GRACE_MS }));
    balancer = await Haproxy.start(gateways.map(({ origin }) => new URL(origin).host));
  });

  afterAll(async () => {
    await balancer.remove();
    for (const gateway of gateways) await gateway.stop();
    await database.drop();
  });

  it('is valid unchanged', () => {
    expect(checkConfiguration()).toContain('valid');
  });

  it('spreads requests over both', async () => {
    await Promise.all(Array.from({ length: 20 }, async () => (await chat('Hello!')).arrayBuffer()));
    for (const { logs } of gateways) {
      expect(logs.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(3);
    }
  });

  it('forwards a stream without buffering', async () => {
    const response = await chat('[[pace=100]] [[words=20]]', { stream: true });
    const times: number[] = [];
    for await (const _chunk of response.body ?? []) times.push(performance.now());
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_000);
    expect(times.length).toBeGreaterThan(4);
  });

  it('opens WebSockets', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${balancer.ports.http}/v1/realtime?model=sandbox-realtime`, {
      headers: { authorization: headers.authorization },
    });
    const first = await new Promise((resolve, reject) => {
      socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString())));
      socket.once('error', reject);
    });
    expect(first).toMatchObject({ type: 'session.created' });
    socket.close();
  });

  it('does not forward requests for metrics', async () => {
    expect((await fetch(`${balancer.origin}/metrics`)).status).toBe(404);
  });

  it('serves https if it has a certificate, and redirects all requests to it', async () => {
    await balancer.end();
    const { folder } = balancer;
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '1',
        '-subj',
        '/CN=localhost',
        '-keyout',
        join(folder, 'key'),
        '-out',
        join(folder, 'certificate'),
      ],
      { stdio: 'ignore' },
    );
    const pem = ['certificate', 'key'].map((name) => readFileSync(join(folder, name), 'utf8')).join('');
    writeFileSync(join(folder, 'tls.pem'), pem);
    await balancer.run('on');
    const status = await new Promise((resolve, reject) => {
      const asked = request(
        { port: balancer.ports.https, path: '/readyz', rejectUnauthorized: false },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      asked.once('error', reject);
      asked.end();
    });
    expect(status).toBe(200);
    await balancer.end();
    await balancer.run('off');
  });

  it('sends nothing to one that has stopped, without an error for clients', async () => {
    const statuses = new Map<number, number>();
    const over = new AbortController();
    const lane = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const answer = await chat('Hello!');
        await answer.arrayBuffer();
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }
    };
    const lanes = Promise.all([lane(), lane(), lane(), lane()]);
    await gateways.pop()?.stop();
    const before = statuses.get(200) ?? 0;
    await eventually(() => (statuses.get(200) ?? 0) > before + 40);
    over.abort();
    await lanes;
    expect([...statuses.keys()]).toEqual([200]);
  });
});

/** Two replacements for an api, whose response to `/readyz` is slow or wrong. */
describe('the balancer in front of a host without a free processor', () => {
  const stubs: Server[] = [];
  let balancer: Haproxy;
  let readiness = { status: 200, delayMs: 0 };
  let slowChecks = 0;

  beforeAll(async () => {
    for (let index = 0; index < 2; index += 1) {
      const stub = createServer((incoming, outgoing) => {
        if (incoming.url !== '/readyz') return outgoing.end('ok');
        const { status, delayMs } = readiness;
        setTimeout(() => {
          if (delayMs > 0 && !outgoing.destroyed) slowChecks += 1;
          outgoing.writeHead(status).end();
        }, delayMs);
      });
      stub.listen(0, '127.0.0.1');
      await once(stub, 'listening');
      stubs.push(stub);
    }
    balancer = await Haproxy.start(stubs.map((stub) => `127.0.0.1:${(stub.address() as AddressInfo).port}`));
  });

  afterAll(async () => {
    await balancer.remove();
    for (const stub of stubs) stub.close();
  });

  /** Sends requests until `isOver`, and returns all statuses. */
  const askUntil = async (isOver: () => boolean): Promise<number[]> => {
    const statuses = new Set<number>();
    await eventually(async () => {
      const response = await fetch(`${balancer.origin}/v1/models`);
      await response.arrayBuffer();
      statuses.add(response.status);
      return isOver() || undefined;
    }, 30_000);
    return [...statuses];
  };

  it('waits for a slow readiness response, and does not mark an api as down', async () => {
    readiness = { status: 200, delayMs: 2_500 };
    expect(await askUntil(() => slowChecks >= 6)).toEqual([200]);
    expect(balancer.log).not.toContain('DOWN');
  });

  it('still tries all of them if none reports that it is ready', async () => {
    readiness = { status: 500, delayMs: 0 };
    expect(await askUntil(() => balancer.log.includes('has no server available'))).toEqual([200]);
    let asked = 0;
    expect(await askUntil(() => (asked += 1) > 10)).toEqual([200]);
  });
});

function checkConfiguration(): string {
  return execFileSync('haproxy', ['-c', '-f', HAPROXY_FILE], {
    env: { ...process.env, PORT: '3000', BALANCER_TLS: 'off', BALANCER_CHECK_HOST: 'localhost' },
    encoding: 'utf8',
  });
}

describe('the Compose files', () => {
  interface Service {
    environment?: Record<string, string>;
    ports?: unknown;
    deploy?: { resources: { limits: Record<string, unknown> } };
  }
  const read = (name: string): { services: Record<string, Service> } =>
    parse(readFileSync(join(checkout, name), 'utf8'), { merge: true }) as {
      services: Record<string, Service>;
    };
  const { services } = read('docker-compose.yml');

  it('limit memory, processors and processes of every container', () => {
    for (const [name, { deploy }] of Object.entries(services)) {
      expect([name, Object.keys(deploy?.resources.limits ?? {}).toSorted()]).toEqual([
        name,
        ['cpus', 'memory', 'pids'],
      ]);
    }
  });

  it('have no address with a password in the environment of a container', () => {
    for (const name of ['api', 'worker']) {
      expect(services[name]?.environment).toMatchObject({
        DATABASE_URL_FILE: '/run/modelgate/database-url',
        REDIS_URL_FILE: '/run/modelgate/redis-url',
        MODELGATE_SECRET_KEY_FILE: '/run/modelgate/secret.key',
      });
    }
  });

  it('publish the balancer instead of the api if there is one', () => {
    const text = readFileSync(join(checkout, 'docker-compose.balancer.yml'), 'utf8');
    expect(text).toMatch(/^ {4}ports: !reset \[\]\n {4}expose: /m);
  });
});
