import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';

const FOLDER = fileURLToPath(new URL('releases', import.meta.url));
const ENDING = '.sql.gz';

/** The commit of each recorded release, by its label. */
export const RELEASE_COMMITS = JSON.parse(readFileSync(join(FOLDER, 'commits.json'), 'utf8')) as Record<
  string,
  string
>;

/** The labels of all recorded releases, oldest first. */
export function listReleases(): string[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(ENDING));
  return files.map((file) => file.slice(0, -ENDING.length)).toSorted();
}

/**
 * Fills an empty database with the data of a released version. Rows that expire were recorded with the times of that
 * day; these times are moved into the future.
 */
export async function loadRelease(url: string, release: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(gunzipSync(readFileSync(join(FOLDER, `${release}${ENDING}`))).toString());
    await client.query(`SET search_path = public;
      UPDATE video_tasks SET deadline_at = now() + interval '1 hour', next_run_at = now() WHERE status = 'queued';
      UPDATE idempotency_keys SET expires_at = now() + interval '1 day';`);
    const { rows } = await client.query<{ found: string | null }>(
      `SELECT to_regclass('public.idempotency_records') AS found`,
    );
    if (rows[0]?.found != null)
      await client.query(`UPDATE public.idempotency_records SET expires_at = now() + interval '1 day'`);
  } finally {
    await client.end();
  }
}
