import { type TestDatabase } from '../../harness/index.js';

const NAMES = ['token', 'owner', 'model', 'channel', 'operation'];

/** Writes two weeks of usage with a sum for every hour, without single requests. */
export async function fillWeeks(database: Pick<TestDatabase, 'query'>): Promise<void> {
  const columns = await database.query(
    `SELECT column_name AS name, data_type <> 'timestamp with time zone' AS "isNumber"
     FROM information_schema.columns WHERE table_name = 'usage_hours'`,
  );
  const values = columns.map(({ name, isNumber }) =>
    NAMES.includes(String(name)) ? 'busy.id' : isNumber === true ? '1234' : 'hour',
  );
  await database.query(`
    WITH busy AS (INSERT INTO usage_names (name) VALUES ('busy')
      ON CONFLICT (name) DO UPDATE SET name = EXCLUDED.name RETURNING id)
    INSERT INTO usage_hours (${columns.map(({ name }) => String(name)).join(', ')})
    SELECT ${values.join(', ')}
    FROM busy, generate_series(date_trunc('hour', now()) - interval '14 days', now(), interval '1 hour') AS hour
    ON CONFLICT DO NOTHING`);
}

/** Marks a model of the channel as unavailable for an hour. No test requests this model. */
export const RESTING_MODEL = `
  INSERT INTO channel_states (id, channel_id, upstream_model, state, reason, times, until, updated_at, reported_by)
  SELECT gen_random_uuid(), id::text, 'resting', 'open', 'failures-in-a-row', 1,
    clock_timestamp() + interval '1 hour', clock_timestamp(), 'test'
  FROM channels WHERE name = 'main'`;
