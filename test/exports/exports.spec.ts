import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource } from '#database';
import { UsageFeedRepository } from '#metering';
import { Webhook } from 'standardwebhooks';
import { Exposition } from '../exposition/index.js';
import { eventually } from '../harness/index.js';
import { EMAIL, ExportHarness, RECORDED, SECRET, parseLines } from './export-harness.js';

let harness: ExportHarness;
let ids: string[];
let recordedId: string;

beforeAll(async () => {
  harness = await ExportHarness.start();
  [recordedId = ''] = await harness.say(1, RECORDED);
  ids = [recordedId, ...(await harness.say(6))];
});

afterAll(async () => {
  await harness.stop();
});

describe('an export to S3', () => {
  it('contains every request once since its creation, in files with the configured number of rows', async () => {
    await harness.untilDelivered(ids);
    const files = await harness.readBucket('requests');
    expect(files.every(({ lines }) => lines.length <= 3)).toBe(true);
    expect(files[0]?.key).toMatch(
      /^exports\/warehouse\/requests\/date=\d{4}-\d\d-\d\d\/\d{8}T\d{9}Z-\d{19}\.ndjson\.gz$/,
    );
    expect(files.flatMap(({ lines }) => lines.map(({ id }) => id))).toEqual(ids);
    expect(files[0]?.lines[0]).toMatchObject({
      type: 'request',
      owner: 'team',
      model: 'sandbox-chat',
      outcome: 'ok',
      usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
    });
    expect(JSON.stringify(files)).not.toContain('number 0');
  });

  it('also contains recorded content if it is configured: redacted, and without a secret', async () => {
    await harness.untilDelivered([recordedId], 'contents');
    const [file, ...others] = await harness.readBucket('contents');
    expect(others).toEqual([]);
    expect(file?.lines).toMatchObject([
      { type: 'content', id: recordedId, owner: 'team', request: { cut: false }, answer: { complete: true } },
    ]);
    const text = JSON.stringify(file?.lines);
    expect(text).toContain('number 0');
    expect(text).not.toContain(EMAIL);
    expect(text).not.toContain(RECORDED);
  });
});

describe('an export to a webhook', () => {
  it('is signed, contains every request once, and no content unless it is configured', async () => {
    const { receiver } = harness;
    const calls = await eventually(() => {
      const made = receiver.callsTo('/batches');
      const text = made.map(({ body }) => body).join('');
      return ids.every((id) => text.includes(id)) ? made : undefined;
    }, 20_000);
    for (const { headers, body } of calls) {
      const moment = new Date(Number(headers['webhook-timestamp']) * 1000);
      const signature = new Webhook(SECRET).sign(headers['webhook-id'] ?? '', moment, body);
      expect(headers).toMatchObject({
        'content-type': 'application/x-ndjson',
        'webhook-signature': signature,
      });
    }
    const lines = calls.flatMap(({ body }) => parseLines(body));
    expect(lines.map(({ id }) => id)).toEqual(ids);
    expect(new Set(lines.map(({ type }) => type))).toEqual(new Set(['request']));
  });
});

describe('the state of exports', () => {
  it('is in the metrics of any process', async () => {
    const { origin } = harness.gateway;
    const exposition = new Exposition(await (await fetch(`${origin}/metrics`)).text());
    const labels = { export: 'warehouse', kind: 'requests' };
    expect(exposition.value('modelgate_export_rows', labels)).toBe(ids.length);
    expect(exposition.value('modelgate_export_failures', labels)).toBe(0);
    expect(exposition.value('modelgate_export_lag_seconds', labels)).toBe(0);
  });

  it('waits for open transactions that have a number', async () => {
    const { database } = harness.gateway;
    const dataSource = createDataSource({ url: database.url, entities: [], poolSize: 2 });
    await dataSource.initialize();
    const late = dataSource.createQueryRunner();
    await late.startTransaction();
    try {
      await late.query(`INSERT INTO usage_events SELECT * FROM usage_events LIMIT 0`);
      let settled: string | undefined | null = null;
      const settling = new UsageFeedRepository(dataSource).readSettled().then((value) => (settled = value));
      await database.query('SELECT pg_sleep(0.3)');
      expect(settled).toBeNull();
      await late.commitTransaction();
      expect(Number(await settling)).toBe(ids.length + 1);
    } finally {
      await late.release();
      await dataSource.destroy();
    }
  });
});
