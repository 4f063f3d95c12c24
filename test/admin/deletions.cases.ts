import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { DELETED_DATA, type DeletedData } from '#declarations';
import { Maintenance } from '#jobs';
import { type TestGateway } from '../harness/index.js';
import { ask } from './ask.js';
import { type Person } from './people.js';

/** Two owners with 10 and 12 rows of each kind. */
const STORED = `
  INSERT INTO stored_responses (id, owner, content, created_at, expires_at)
  SELECT 'quota-' || owner || number, 'quota ' || owner, 'x', now() - number * interval '1 minute', now() + interval '1 day'
  FROM unnest(ARRAY[10, 12]) AS owner, generate_series(1, owner) AS number;
  INSERT INTO idempotency_keys (id, run_id, body_hash, state, answer, lease_until, expires_at, owner)
  SELECT convert_to('quota-' || owner || number, 'UTF8'), gen_random_uuid(), 'x', 'answered', 'x', now(),
    now() + number * interval '1 minute', 'quota ' || owner
  FROM unnest(ARRAY[10, 12]) AS owner, generate_series(1, owner) AS number;
  INSERT INTO cached_answers (key, owner, answer, size_bytes, kept_at, expires_at)
  SELECT convert_to('quota-' || owner || number, 'UTF8'), 'quota ' || owner, 'x', 1,
    now() - number * interval '1 minute', now() + interval '1 day'
  FROM unnest(ARRAY[10, 12]) AS owner, generate_series(1, owner) AS number;
  INSERT INTO media_files (id, extension, owner, size_bytes)
  SELECT 'quota-' || owner || number, 'png', 'quota ' || owner, 1
  FROM unnest(ARRAY[10, 12]) AS owner, generate_series(1, owner) AS number`;

const DELETE_STORED = `
  DELETE FROM stored_responses WHERE owner LIKE 'quota %';
  DELETE FROM idempotency_keys WHERE owner LIKE 'quota %';
  DELETE FROM cached_answers WHERE owner LIKE 'quota %';
  DELETE FROM media_files WHERE owner LIKE 'quota %'`;

/** What an administrator sees before a retention or a quota is lowered. */
export function describeDeletions(getStage: () => { gateway: TestGateway; admin: Person }): void {
  const count = async (body: object): Promise<unknown> => {
    const { gateway, admin } = getStage();
    const { headers } = admin;
    const answer = await ask(gateway.origin, 'POST /api/settings/deletions', { headers, body });
    const counts = answer.body['data'] as { what: DeletedData; one: string; many: string }[];
    return counts.map(({ one, many, ...count }) => {
      expect([one, many]).toEqual(DELETED_DATA[count.what]);
      return count;
    });
  };

  it('count the rows of every table, so the API knows the tables of all libraries', async () => {
    const { gateway } = getStage();
    const known = gateway.get(Maintenance).tables.map(({ table }) => table);
    const rows = await gateway.database.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    const others = rows
      .map(({ tablename }) => String(tablename))
      .filter((name) => !known.includes(name) && !/^usage_events_\d{8}$/.test(name));
    // Only workers register it, and its rows are never deleted.
    expect(others).toEqual(['audit_entries']);
  });

  it('report what a lower retention would delete, and delete nothing', async () => {
    const { gateway } = getStage();
    const expired = { has_more: false, owners: null };
    await gateway.database.query(
      `INSERT INTO media_files (id, extension, owner, size_bytes, created_at)
       SELECT 'old-' || days, 'png', 'a', 1, now() - days * interval '1 day' FROM unnest(ARRAY[3, 10, 20]) AS days`,
    );
    await gateway.database.query(
      `WITH named AS (INSERT INTO usage_names (name) VALUES ('deleted') RETURNING id)
       INSERT INTO usage_events (started_at, id, token, owner, model, operation, format, channel_id, channel,
         upstream_model, duration_ms, is_streamed, is_estimated, is_cache_hit, outcome)
       SELECT now() - days * interval '1 day', gen_random_uuid(), named.id, named.id, named.id, named.id, named.id,
         named.id, named.id, named.id, 1, false, false, false, 'ok' FROM named, unnest(ARRAY[2, 30, 60]) AS days`,
    );
    await gateway.database.query(
      `INSERT INTO refused_requests (id, started_at, outcome, duration_ms, is_streamed)
       SELECT gen_random_uuid(), now() - days * interval '1 day', 'unknown-model', 1, false
       FROM unnest(ARRAY[2, 30, 60, 61]) AS days`,
    );
    expect(await count({ media: { retention_days: 5 } })).toEqual([{ what: 'files', rows: 2, ...expired }]);
    expect(await count({ usage: { retention_days: 5 }, media: { retention_days: 15 } })).toEqual([
      { what: 'requests', rows: 2, ...expired },
      { what: 'refused_requests', rows: 3, ...expired },
      { what: 'files', rows: 1, ...expired },
      { what: 'tasks', rows: 0, ...expired },
    ]);
    expect(await count({ usage: { retention_days: 365 }, media: { retention_days: null } })).toEqual([]);
    const [row] = await gateway.database.query('SELECT count(*)::int AS count FROM media_files');
    expect(row?.['count']).toBeGreaterThanOrEqual(3);
    await gateway.database.query(`DELETE FROM media_files WHERE id LIKE 'old-%'`);
  });

  it('report what lower quotas would delete of how many owners, and whose new files they would reject', async () => {
    const { gateway } = getStage();
    await gateway.database.query(STORED);
    try {
      const kinds = ['stored_responses', 'idempotency_answers', 'cached_answers', 'media_files'];
      const quotas = Object.fromEntries(kinds.map((kind) => [kind, 10]));
      // Evictions leave 98% of the quota.
      expect(await count({ quotas })).toEqual([
        { what: 'stored_responses', rows: 3, has_more: false, owners: 1 },
        { what: 'idempotent_responses', rows: 3, has_more: false, owners: 1 },
        { what: 'cached_responses', rows: 2, has_more: false, owners: 1 },
        { what: 'files_above_quota', rows: 0, has_more: false, owners: 2 },
      ]);
      expect(await count({ quotas: { cached_answers: 11 } })).toEqual([
        { what: 'cached_responses', rows: 1, has_more: false, owners: 1 },
      ]);
      expect(await count({ quotas: { cached_answers: null } })).toEqual([]);
    } finally {
      await gateway.database.query(DELETE_STORED);
    }
  });

  it('report how many requests of a token are recorded', async () => {
    const { gateway, admin } = getStage();
    const token = randomUUID();
    await gateway.database.query(
      `INSERT INTO recorded_contents (request_id, token_id, owner, content, size_bytes, recorded_at, expires_at)
       SELECT 'recorded-' || days, $1, 'a', 'x', 1, now(), now() + days * interval '1 day'
       FROM unnest(ARRAY[-1, 1, 2]) AS days`,
      [token],
    );
    const { headers } = admin;
    const answer = await ask(gateway.origin, `GET /api/requests/recordings/count?token=${token}`, {
      headers,
    });
    expect(answer.body).toEqual({ count: 2, has_more: false });
    await gateway.database.query('DELETE FROM recorded_contents WHERE token_id = $1', [token]);
  });
}
