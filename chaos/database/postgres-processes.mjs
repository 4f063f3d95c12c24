import { Client } from 'pg';

/** The kinds of processes of a database server. Backends are named by the application of their connection. */
const APPLICATIONS = [
  [/^modelgate worker /, 'connection of the worker'],
  [/^modelgate changes$/, 'connection that listens'],
  [/^(modelgate queue|video|background-responses)$/, 'connection of the queue'],
  [/^modelgate/, 'connection of the API'],
];

export const POSTMASTER = 'postmaster';
export const KINDS = [
  POSTMASTER,
  'checkpointer',
  'background writer',
  'walwriter',
  'autovacuum launcher',
  ...APPLICATIONS.map(([, kind]) => kind),
];

/** The pids of the running processes of the server, by kind. */
export async function listProcesses(url) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(
      'SELECT pid, backend_type, application_name FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    const pids = new Map();
    for (const row of rows) {
      const kind = getKind(row);
      pids.set(kind, [...(pids.get(kind) ?? []), row.pid]);
    }
    return pids;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function getKind({ backend_type: type, application_name: application }) {
  if (type !== 'client backend') return type;
  return APPLICATIONS.find(([pattern]) => pattern.test(application))?.[1] ?? 'another connection';
}
