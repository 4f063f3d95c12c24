import { setTimeout as sleep } from 'node:timers/promises';
import { type RequestView } from '#admin';
import { findNamed } from '../admin/find-named.js';
import { type AdminClient, type AdminQuery } from '../admin/admin-client.js';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { showUsd } from '../frame/format.js';
import { flag, number, text } from '../frame/options.js';
import { type Output, describeList } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { TOKENS } from '../token/tokens.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 200;
const POLL_MS = 2_000;
/** Well above MAX_LIMIT, so that no request is printed twice. */
const MAX_PRINTED_IDS = 2_000;

const COLUMNS: Column<RequestView>[] = [
  { title: 'STARTED', value: ({ started_at: at }) => `${at.slice(0, 10)} ${at.slice(11, 19)}Z` },
  { title: 'REQUEST', value: ({ id }) => id },
  {
    title: 'OUTCOME',
    value: ({ outcome }) => outcome,
    style: ({ outcome }) => (outcome === 'ok' ? 'good' : 'bad'),
  },
  { title: 'MODEL', value: ({ model }) => model },
  { title: 'TOKEN', value: ({ token_name: name, token_id: id }) => name ?? id },
  { title: 'CHANNEL', value: ({ channel }) => channel },
  { title: 'MS', value: ({ duration_ms: ms }) => ms, align: 'right' },
  {
    title: 'COST USD',
    value: ({ cost_usd: cost }) => (cost === null ? null : showUsd(cost)),
    align: 'right',
  },
];

export const requestTailCommand = defineAdminCommand({
  name: 'request tail',
  summary: 'show the latest finished requests, oldest first',
  options: {
    follow: flag('keep printing new requests until interrupted; with --json, one per line'),
    model: text('<model>', 'filter by model'),
    token: text('<name>', 'filter by token name or id'),
    owner: text('<owner>', 'filter by owner'),
    outcome: text('<outcome>', 'filter by outcome: ok, error, or an error kind'),
    limit: number('<count>', `maximum number of entries (default ${DEFAULT_LIMIT})`, {
      min: 1,
      max: MAX_LIMIT,
    }),
  },
  examples: [
    { line: 'request tail --outcome error', what: 'Latest errors:' },
    { line: 'request tail --follow --token ci', what: 'Follow the requests of a token:' },
  ],
  run: async ({ options }, admin, output) => {
    const { follow, model, owner, outcome, limit = DEFAULT_LIMIT } = options;
    const token = options.token === undefined ? undefined : await findNamed(admin, TOKENS, options.token);
    const filters = { model, owner, outcome, token: token?.id };
    const latest = await readLatest(admin, filters, limit);
    if (follow) return followRequests(admin, filters, latest, output);
    output.result({ data: latest }, () =>
      describeList({ noun: 'requests', columns: COLUMNS, rows: latest, filters }, output),
    );
  },
});

async function readLatest(admin: AdminClient, filters: AdminQuery, limit: number): Promise<RequestView[]> {
  const { data } = await readList<RequestView>(admin, '/api/requests', filters, limit);
  return data.toReversed();
}

/** Prints the first requests and then new ones, until a signal arrives or stdout is closed. */
async function followRequests(
  admin: AdminClient,
  filters: AdminQuery,
  first: readonly RequestView[],
  output: Output,
): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  process.stdout.once('error', stop);
  const printedIds = new Set<string>();
  let requests = first;
  while (!stopping.signal.aborted) {
    const newRequests = requests.filter(({ id }) => !printedIds.has(id));
    if (newRequests.length > 0) print(newRequests, printedIds.size === 0, output);
    addIds(printedIds, newRequests);
    await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (!stopping.signal.aborted) requests = await readLatest(admin, filters, MAX_LIMIT);
  }
  process.off('SIGINT', stop).off('SIGTERM', stop);
  process.stdout.off('error', stop);
}

function print(requests: readonly RequestView[], isFirst: boolean, output: Output): void {
  if (output.isJson) output.lines(requests.map((request) => JSON.stringify(request)));
  else output.lines(output.table(COLUMNS, requests).slice(isFirst ? 0 : 1));
}

/** Adds the ids of the requests and removes the oldest ids above the maximum. */
function addIds(ids: Set<string>, requests: readonly RequestView[]): void {
  for (const { id } of requests) ids.add(id);
  for (const id of ids) {
    if (ids.size <= MAX_PRINTED_IDS) return;
    ids.delete(id);
  }
}
