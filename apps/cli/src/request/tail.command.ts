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

const USUAL_LIMIT = 20;
const MAX_LIMIT = 200;
const POLL_MS = 2_000;
/** More than can have ended between two looks and still be among the newest. */
const MAX_REMEMBERED = 2_000;

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
  summary: 'show the last requests, oldest first; each appears once it has ended',
  options: {
    follow: flag('go on with those that end from now on, until interrupted; with --json one to a line'),
    model: text('<model>', 'only those of one model'),
    token: text('<name>', 'only those of one token, by its name or id'),
    owner: text('<owner>', 'only those of one owner'),
    outcome: text('<outcome>', 'only those that ended so: ok, error, or a kind of error'),
    limit: number('<count>', `how many at most; ${USUAL_LIMIT} if left out`, { min: 1, max: MAX_LIMIT }),
  },
  examples: [
    { line: 'request tail --outcome error', what: 'What went wrong last:' },
    { line: 'request tail --follow --token ci', what: 'What a token is doing:' },
  ],
  run: async ({ options }, admin, output) => {
    const { follow, model, owner, outcome, limit = USUAL_LIMIT } = options;
    const token = options.token === undefined ? undefined : await findNamed(admin, TOKENS, options.token);
    const filters = { model, owner, outcome, token: token?.id };
    const last = await readLast(admin, filters, limit);
    if (follow) return followOn(admin, filters, last, output);
    output.result({ data: last }, () =>
      describeList({ noun: 'requests', columns: COLUMNS, rows: last, filters }, output),
    );
  },
});

async function readLast(admin: AdminClient, filters: AdminQuery, limit: number): Promise<RequestView[]> {
  const { data } = await readList<RequestView>(admin, '/api/requests', filters, limit);
  return data.toReversed();
}

/** Prints what there is and then what is new, until somebody stops it or nobody reads on. */
async function followOn(
  admin: AdminClient,
  filters: AdminQuery,
  first: readonly RequestView[],
  output: Output,
): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  process.stdout.once('error', stop);
  const seen = new Set<string>();
  let requests = first;
  while (!stopping.signal.aborted) {
    const news = requests.filter(({ id }) => !seen.has(id));
    if (news.length > 0) print(news, seen.size === 0, output);
    remember(seen, news);
    await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (!stopping.signal.aborted) requests = await readLast(admin, filters, MAX_LIMIT);
  }
  process.off('SIGINT', stop).off('SIGTERM', stop);
  process.stdout.off('error', stop);
}

function print(requests: readonly RequestView[], isFirst: boolean, output: Output): void {
  if (output.isJson) output.lines(requests.map((request) => JSON.stringify(request)));
  else output.lines(output.table(COLUMNS, requests).slice(isFirst ? 0 : 1));
}

function remember(seen: Set<string>, requests: readonly RequestView[]): void {
  for (const { id } of requests) seen.add(id);
  for (const id of seen) {
    if (seen.size <= MAX_REMEMBERED) return;
    seen.delete(id);
  }
}
