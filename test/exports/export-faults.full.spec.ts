import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource } from '#database';
import { answerWith } from '../e2e/webhooks/webhook-receiver.js';
import { eventually } from '../harness/index.js';
import { ExportHarness } from './export-harness.js';

const FAILING = 'export delivery failed and will be retried';

let harness: ExportHarness;

beforeAll(async () => {
  harness = await ExportHarness.start();
});

afterAll(async () => {
  await harness.stop();
});

describe('an export to S3', () => {
  it('contains rows that got their number before others and were committed after them', async () => {
    const { database } = harness.gateway;
    const [early = ''] = await harness.say(1);
    await harness.untilDelivered([early]);
    const dataSource = createDataSource({ url: database.url, entities: [], poolSize: 1 });
    await dataSource.initialize();
    const late = dataSource.createQueryRunner();
    await late.startTransaction();
    // As for a replaced estimate: the row is written again, with a new number.
    await late.query(
      'UPDATE usage_events SET sequence = DEFAULT WHERE sequence = (SELECT max(sequence) FROM usage_events)',
    );
    const [later = ''] = await harness.say(1);
    // Long enough that every worker has polled.
    await database.query('SELECT pg_sleep(3)');
    expect(await harness.readIds('requests')).toEqual([early]);
    await late.commitTransaction();
    await late.release();
    await dataSource.destroy();
    await harness.untilDelivered([later]);
    expect(await harness.readIds('requests')).toEqual([early, early, later]);
  });

  it('repeats a batch that was written but not recorded under the same name, so that nothing occurs twice', async () => {
    const { database } = harness.gateway;
    await database.query(`
      CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the worker died'; END $$;
      CREATE TRIGGER forget BEFORE UPDATE OF position ON exports
        FOR EACH ROW WHEN (NEW.name = 'warehouse') EXECUTE FUNCTION forget()`);
    const before = (await harness.readBucket('requests')).length;
    const readNew = async () => (await harness.readBucket('requests')).slice(before);
    const first = await harness.say(2);
    const [written] = await eventually(async () => {
      const files = await readNew();
      return files.length === 1 ? files : undefined;
    }, 20_000);
    const second = await harness.say(2);
    await database.query('DROP TRIGGER forget ON exports');
    await harness.untilDelivered([...first, ...second]);
    const files = await readNew();
    expect(files[0]).toEqual(written);
    expect(files.flatMap(({ lines }) => lines.map(({ id }) => id))).toEqual([...first, ...second]);
  });

  it('logs once that the bucket is down, and once that it has recovered', async () => {
    const { bucket, gateway } = harness;
    bucket.fault = ({ method }) => (method === 'PUT' ? 403 : undefined);
    const ids = await harness.say(1);
    const findLines = (message: string) =>
      gateway.logs.filter(({ msg, export: name }) => msg === message && name === 'warehouse');
    const countFailures = async (): Promise<number> => {
      const [row] = await gateway.database.query(
        `SELECT failures FROM exports WHERE name = 'warehouse' AND kind = 'requests'`,
      );
      return Number(row?.['failures']);
    };
    await eventually(async () => (await countFailures()) >= 2 || undefined, 20_000);
    bucket.fault = () => undefined;
    await harness.untilDelivered(ids);
    await eventually(() => findLines('export delivery works again')[0]);
    const reason = expect.stringContaining('it must be allowed to write objects');
    expect(findLines(FAILING)).toMatchObject([{ level: 40, kind: 'requests', reason }]);
    expect(JSON.stringify(gateway.logs)).not.toContain(bucket.settings.secretAccessKey);
    expect(await countFailures()).toBe(0);
  });
});

describe('an export to a webhook', () => {
  it('is repeated with the same id until it is accepted', async () => {
    const { receiver } = harness;
    const earlier = receiver.calls.length;
    receiver.answer('/batches', answerWith(500), answerWith(503), answerWith(200));
    const ids = await harness.say(2);
    const calls = await eventually(() => {
      const made = receiver.callsTo('/batches').slice(earlier);
      return made.length >= 3 ? made : undefined;
    }, 20_000);
    const [first] = calls;
    expect(ids.every((id) => first?.body.includes(id))).toBe(true);
    for (const { headers, body } of calls) {
      expect([headers['webhook-id'], body]).toEqual([first?.headers['webhook-id'], first?.body]);
    }
  });
});
