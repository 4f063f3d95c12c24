import { type WebhookDeliveryView } from '#admin';
import { findNamed } from '../admin/find-named.js';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { showTime } from '../frame/format.js';
import { choice, number, text } from '../frame/options.js';
import { describeList } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { parseMoment } from '../parse-moment.js';
import { TOKENS } from '../token/tokens.js';

const DEFAULT_LIMIT = 50;

const STATES = ['pending', 'delivered', 'dead'] as const satisfies readonly WebhookDeliveryView['state'][];

const COLUMNS: Column<WebhookDeliveryView>[] = [
  { title: 'WEBHOOK', value: ({ id }) => id },
  {
    title: 'STATE',
    value: ({ state }) => state,
    style: ({ state }) => (state === 'dead' ? 'bad' : undefined),
  },
  { title: 'EVENT', value: ({ type }) => type },
  { title: 'SUBJECT', value: ({ subject }) => subject },
  { title: 'TOKEN', value: ({ token_name: name, token_id: id }) => name ?? id },
  { title: 'ATTEMPTS', value: ({ attempts }) => attempts, align: 'right' },
  { title: 'LAST', value: ({ last_status: status, last_error: error }) => status ?? error },
  { title: 'CREATED', value: ({ created_at: at }) => showTime(at) },
  { title: 'URL', value: ({ url }) => url },
];

export const webhookListCommand = defineAdminCommand({
  name: 'webhook list',
  summary: 'list webhook deliveries, newest first',
  options: {
    state: choice('filter by status', STATES),
    token: text('<name>', 'filter by token name or id'),
    event: text('<type>', 'filter by event type, such as video.completed'),
    from: text('<time>', 'start: a date, a date and time, or a duration ago such as 12h or 7d'),
    to: text('<time>', 'end: a date, a date and time, or a duration ago'),
    limit: number('<count>', `maximum number of entries (default ${DEFAULT_LIMIT})`, { min: 1 }),
  },
  examples: [
    { line: 'webhook list --state dead', what: 'Failed deliveries:' },
    { line: `webhook list --state pending --json | jq '.data | length'`, what: 'Number of waiting entries:' },
  ],
  run: async ({ options }, admin, output) => {
    const { state, event, limit = DEFAULT_LIMIT } = options;
    const [from, to] = [parseMoment('--from', options.from), parseMoment('--to', options.to)];
    const token = options.token === undefined ? undefined : await findNamed(admin, TOKENS, options.token);
    const filters = { state, type: event, token: token?.id, from, to };
    const deliveries = await readList<WebhookDeliveryView>(admin, '/api/webhook-deliveries', filters, limit);
    output.result(deliveries, () =>
      describeList({ noun: 'webhooks', columns: COLUMNS, rows: deliveries.data, filters }, output),
    );
  },
});
