import { gunzipSync } from 'node:zlib';
import { type Service } from '#lifecycle';
import { ContentRecorder } from '#relay';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { WebhookReceiver } from '../e2e/webhooks/webhook-receiver.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { S3Server } from '../s3/s3-server.js';

export const RECORDED = 'sk-mg-recorded-0123456789abcdef';
export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const EMAIL = 'ada@example.com';

export type Line = Record<string, unknown> & { type: string; id: string };

/**
 * A gateway with an export to a bucket and one to a webhook, and two workers: each export is processed by one at a
 * time.
 */
export class ExportHarness {
  private readonly workers: Service[] = [];

  private constructor(
    readonly gateway: TestGateway,
    readonly bucket: S3Server,
    readonly receiver: WebhookReceiver,
  ) {}

  static async start(): Promise<ExportHarness> {
    const bucket = await S3Server.start();
    const receiver = await new WebhookReceiver().listen();
    const { prefix: _usual, ...s3 } = bucket.settings;
    const gateway = await startTestGateway({
      sandbox: true,
      policies: { redact: ['email'] },
      tokens: [{ name: 'recorded', key: RECORDED, owner: 'team', storeContent: { ttlDays: 7 } }],
      exports: [
        { name: 'warehouse', content: true, everySeconds: 1, maxRows: 3, s3 },
        { name: 'hook', everySeconds: 1, webhook: { url: receiver.url('/batches'), secret: SECRET } },
      ],
      environment: { MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' },
    });
    const harness = new ExportHarness(gateway, bucket, receiver);
    await harness.begin();
    return harness;
  }

  async stop(): Promise<void> {
    for (const worker of this.workers) await worker.close();
    await this.gateway.stop();
    await this.bucket.stop();
    await this.receiver.close();
  }

  /** Sends so many requests, and returns the ids once the requests and their contents are stored. */
  async say(count: number, key = TEST_TOKEN): Promise<string[]> {
    const { gateway } = this;
    const ids: string[] = [];
    for (let number = 0; number < count; number += 1) ids.push(await this.sayOnce(key, number));
    await gateway.get(ContentRecorder).flush();
    await gateway.flushUsage();
    return ids;
  }

  async readBucket(kind: string): Promise<{ key: string; lines: Line[] }[]> {
    const { bucket } = this;
    const keys = (await bucket.listObjects()).filter((key) => key.startsWith(`exports/warehouse/${kind}/`));
    const read = async (key: string) => ({
      key,
      lines: parseLines(gunzipSync(await bucket.readObject(key)).toString()),
    });
    return Promise.all(keys.toSorted().map(read));
  }

  async readIds(kind: string): Promise<string[]> {
    return (await this.readBucket(kind)).flatMap(({ lines }) => lines.map(({ id }) => id));
  }

  async untilDelivered(ids: readonly string[], kind = 'requests'): Promise<void> {
    await eventually(async () => {
      const delivered = new Set(await this.readIds(kind));
      return ids.every((id) => delivered.has(id)) || undefined;
    }, 20_000);
  }

  /** What was stored before an export existed is not delivered. */
  private async begin(): Promise<void> {
    const { gateway } = this;
    await this.say(1);
    for (let count = 0; count < 2; count += 1) this.workers.push(await createWorker(gateway.shared));
    await eventually(async () => {
      const begun = await gateway.database.query('SELECT name FROM exports');
      return begun.length === 3 || undefined;
    });
  }

  private async sayOnce(key: string, number: number): Promise<string> {
    const content = `number ${number}, ${EMAIL}`;
    const response = await fetch(`${this.gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content }] }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(text);
    const id = response.headers.get('x-request-id') ?? '';
    await this.gateway.getLog(id);
    return id;
  }
}

export function parseLines(text: string): Line[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Line);
}
