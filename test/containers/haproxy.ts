import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../harness/index.js';
import { findFreePort } from '../small-server/index.js';

export const HAPROXY_FILE = fileURLToPath(new URL('../../deploy/balancer/haproxy.cfg', import.meta.url));

/** The balancer of docker-compose.balancer.yml as it is configured there, in front of gateways on this machine. */
export class Haproxy {
  readonly folder = mkdtempSync(join(tmpdir(), 'modelgate-test-balancer-'));
  /** Its log, such as which api it marks as down. */
  log = '';
  private child: ChildProcess | undefined;

  private constructor(
    private readonly hosts: string[],
    readonly ports: { http: number; https: number },
  ) {}

  static async start(hosts: string[]): Promise<Haproxy> {
    const balancer = new Haproxy(hosts, { http: await findFreePort(), https: await findFreePort() });
    await balancer.run('off');
    return balancer;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.ports.http}`;
  }

  /** With https, using the certificate and key in `tls.pem` of its folder, or without. */
  async run(tls: 'on' | 'off'): Promise<void> {
    const servers = this.hosts.map((host, index) => `  server api${index} ${host}`).join('\n');
    const path = join(this.folder, `${tls}.cfg`);
    writeFileSync(
      path,
      readFileSync(HAPROXY_FILE, 'utf8')
        .replaceAll(/^ {2}server-template .*$/gm, servers)
        .replace(':8080', `127.0.0.1:${this.ports.http}`)
        .replace(':8443', `127.0.0.1:${this.ports.https}`)
        .replace('/run/tls/', `${this.folder}/tls.pem`),
    );
    this.child = spawn('haproxy', ['-db', '-f', path], {
      env: { ...process.env, PORT: '3000', BALANCER_TLS: tls, BALANCER_CHECK_HOST: 'localhost' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.log += chunk.toString()));
    await eventually(async () => {
      const answer = await fetch(`${this.origin}/readyz`, { redirect: 'manual' }).catch(() => undefined);
      return answer?.status === (tls === 'on' ? 308 : 200);
    });
  }

  async end(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  async remove(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
