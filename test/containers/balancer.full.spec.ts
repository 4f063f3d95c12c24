import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
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
import { freePort } from '../processes/running-modelgate.js';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const configuration = readFileSync(join(checkout, 'deploy/balancer/haproxy.cfg'), 'utf8');
const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' };

/** The configuration of docker-compose.balancer.yml, in front of two gateways on this machine. */
describe('the balancer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-balancer-'));
  const gateways: TestGateway[] = [];
  let database: TestDatabase;
  let ports: { http: number; https: number };
  let balancer: ChildProcess;

  const chat = (content: string, more: object = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${ports.http}/v1/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content }], ...more }),
    });

  const startBalancer = async (tls: 'on' | 'off'): Promise<ChildProcess> => {
    const servers = gateways.map(({ origin }, index) => `  server api${index} ${new URL(origin).host}`);
    const path = join(folder, `${tls}.cfg`);
    writeFileSync(
      path,
      configuration
        .replace(/^ {2}server-template .*$/m, servers.join('\n'))
        .replace(':8080', `127.0.0.1:${ports.http}`)
        .replace(':8443', `127.0.0.1:${ports.https}`)
        .replace('/run/tls/', `${folder}/tls.pem`),
    );
    const child = spawn('haproxy', ['-db', '-f', path], {
      env: { ...process.env, PORT: '3000', BALANCER_TLS: tls, BALANCER_CHECK_HOST: 'localhost' },
      stdio: 'ignore',
    });
    await eventually(async () => {
      const answer = await fetch(`http://127.0.0.1:${ports.http}/readyz`, { redirect: 'manual' }).catch(
        () => undefined,
      );
      return answer?.status === (tls === 'on' ? 308 : 200);
    });
    return child;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    const environment = { MODELGATE_SECRET_KEY: randomBytes(32).toString('base64') };
    for (let index = 0; index < 2; index += 1)
      gateways.push(await startTestGateway({ sandbox: true, database, environment }));
    ports = { http: await freePort(), https: await freePort() };
    balancer = await startBalancer('off');
  }, 60_000);

  afterAll(async () => {
    await endBalancer(balancer);
    for (const gateway of gateways) await gateway.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is valid as it is', () => {
    expect(checkConfiguration()).toContain('valid');
  });

  it('spreads requests over both', async () => {
    await Promise.all(Array.from({ length: 20 }, async () => (await chat('Hello!')).arrayBuffer()));
    for (const { logs } of gateways) {
      expect(logs.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(3);
    }
  });

  it('passes a stream on as it comes', async () => {
    const response = await chat('[[pace=100]] [[words=20]]', { stream: true });
    const times: number[] = [];
    for await (const _chunk of response.body ?? []) times.push(performance.now());
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_000);
    expect(times.length).toBeGreaterThan(4);
  });

  it('opens WebSockets', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${ports.http}/v1/realtime?model=sandbox-realtime`, {
      headers: { authorization: headers.authorization },
    });
    const first = await new Promise((resolve, reject) => {
      socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString())));
      socket.once('error', reject);
    });
    expect(first).toMatchObject({ type: 'session.created' });
    socket.close();
  });

  it('does not fetch metrics for others', async () => {
    expect((await fetch(`http://127.0.0.1:${ports.http}/metrics`)).status).toBe(404);
  });

  it('speaks https where it has a certificate, and sends everybody there', async () => {
    await endBalancer(balancer);
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
    balancer = await startBalancer('on');
    const status = await new Promise((resolve, reject) => {
      const asked = request({ port: ports.https, path: '/readyz', rejectUnauthorized: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asked.once('error', reject);
      asked.end();
    });
    expect(status).toBe(200);
    await endBalancer(balancer);
    balancer = await startBalancer('off');
  });

  it('sends nothing to one that has stopped, and nobody notices', async () => {
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

function endBalancer(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}

function checkConfiguration(): string {
  return execFileSync('haproxy', ['-c', '-f', join(checkout, 'deploy/balancer/haproxy.cfg')], {
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

  it('publish the balancer instead of the api where there is one', () => {
    const text = readFileSync(join(checkout, 'docker-compose.balancer.yml'), 'utf8');
    expect(text).toMatch(/^ {4}ports: !reset \[\]\n {4}expose: /m);
  });
});
