import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestGateway, startTestGateway } from '../harness/index.js';
import { type AdminAnswer, ask, getFault } from './ask.js';
import { parseCsv } from './parse-csv.js';
import { People, type Person } from './people.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** More usage than is shown at once, as an installation has it after a while. */
describe('a large amount of usage', () => {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;

  beforeAll(async () => {
    gateway = await startTestGateway();
    people = await People.of(gateway);
    admin = await people.signedIn('admin');
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
  });

  const report = (query: string): Promise<AdminAnswer> =>
    ask(gateway.origin, `GET /api/usage?${query}`, { headers: admin.headers });
  const csv = (query: string): Promise<AdminAnswer> =>
    ask(gateway.origin, `GET /api/usage.csv?${query}`, { headers: admin.headers });

  it('is rejected if it has too many groups, and the error names the field', async () => {
    const from = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 399 * DAY_MS).toISOString();
    await gateway.database.query(
      `INSERT INTO usage_names (name) SELECT 'bulk ' || n FROM generate_series(1, 2) AS n`,
    );
    const columns =
      'input_tokens cached_input_tokens cache_write_tokens output_tokens reasoning_tokens audio_input_tokens audio_output_tokens image_input_tokens images audio_ms video_ms characters search_units cache_write_1h_tokens image_output_tokens web_searches code_sessions cost_micro_usd unpriced duration_ms first_byte_ms first_bytes cache_hits estimated errors'.split(
        ' ',
      );
    await gateway.database.query(
      `INSERT INTO usage_hours (hour, token, owner, model, channel, operation, requests, ${columns.join(', ')})
       SELECT $1::timestamptz + n * interval '1 hour', bulk.id, bulk.id, bulk.id, bulk.id, bulk.id, 1,
         ${columns.map(() => '0').join(', ')}
       FROM generate_series(0, 5000) AS n, usage_names AS bulk WHERE bulk.name LIKE 'bulk %'`,
      [from],
    );
    const query = `interval=hour&from=${from}&channel=bulk%201`;
    expect((await report(query)).body['data']).toHaveLength(5001);
    const tooMany = await report(`interval=hour&from=${from}&group_by=model`);
    expect(getFault(tooMany)).toEqual([400, 'invalid_value', 'group_by']);
    const lines = parseCsv((await csv(`interval=hour&from=${from}&group_by=model`)).text);
    expect(lines.filter((cells) => cells[1]?.startsWith('bulk '))).toHaveLength(10_002);
  });

  it('is rejected if there are too many sessions, also as CSV', async () => {
    const [day] = new Date(Date.now() - 20 * DAY_MS).toISOString().split('T');
    await gateway.database.query(
      `INSERT INTO usage_events (started_at, id, token, owner, model, operation, format, channel_id, channel,
         upstream_model, duration_ms, is_streamed, is_estimated, is_cache_hit, outcome, session_id)
       SELECT $1::timestamptz, gen_random_uuid(), 0, 0, 0, 0, 0, 0, 0, 0, 1, false, false, false, 'ok', 'bulk ' || n
       FROM generate_series(1, 50001) AS n`,
      [`${day}T00:00:00Z`],
    );
    const period = `from=${day}T00:00:00Z&to=${day}T01:00:00Z`;
    const tooMany = await report(`${period}&interval=total&group_by=session&latency=true`);
    expect(getFault(tooMany)).toEqual([400, 'invalid_value', 'group_by']);
    expect(getFault(await csv(`${period}&interval=day&group_by=session`))).toEqual([
      400,
      'invalid_value',
      'group_by',
    ]);
    await gateway.database.query(`DELETE FROM usage_events WHERE session_id = 'bulk 1'`);
    expect((await csv(`${period}&group_by=session`)).text.match(/\r\n/g)).toHaveLength(50_001);
  });
});
