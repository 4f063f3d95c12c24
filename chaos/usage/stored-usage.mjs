import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

const COMMAND_LINE = fileURLToPath(new URL('../../dist/apps/cli/src/main.js', import.meta.url));

const ROWS = `
  SELECT tokens.name AS token, models.name AS model, event.outcome,
    'req_' || replace(event.id::text, '-', '') AS "requestId",
    event.is_estimated AS "isEstimated", event.input_tokens AS "inputTokens",
    event.output_tokens AS "outputTokens", event.cost_micro_usd::float AS "costMicroUsd"
  FROM usage_events AS event
  JOIN usage_names AS models ON models.id = event.model
  JOIN usage_names AS token_ids ON token_ids.id = event.token
  JOIN tokens ON tokens.id::text = token_ids.name`;

const TOTALS = `
  SELECT (SELECT count(*)::int FROM usage_events) AS rows,
    (SELECT coalesce(sum(cost_micro_usd), 0)::float FROM usage_events) AS "costMicroUsd",
    (SELECT coalesce(sum(amount), 0)::float FROM ledger_entries WHERE account_id = 'revenue') AS "revenueMicroUsd"`;

/** Loads the usage rows, and the totals of usage and ledger. */
export async function loadUsage(databaseUrl) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const rows = (await client.query(ROWS)).rows;
    const [sums] = (await client.query(TOTALS)).rows;
    return { rows, sums };
  } finally {
    await client.end();
  }
}

/** Runs `modelgate ledger verify` and returns its output and exit code. */
export async function verifyLedger(environment) {
  const child = spawn(process.execPath, ['--no-warnings', COMMAND_LINE, 'ledger', 'verify'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  return { code, said: said.trim() };
}
