import { type WebhookDeliveryView } from '#admin';
import { PERIOD_OPTIONS, defineListCommand, findTokenId, toPeriod } from '../admin/list-command.js';
import { showTime } from '../frame/format.js';
import { choice, text } from '../frame/options.js';
import { type Column } from '../frame/table.js';

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

export const webhookListCommand = defineListCommand({
  name: 'webhook list',
  summary: 'list webhook deliveries, newest first',
  options: {
    state: choice('filter by status', STATES),
    token: text('<name>', 'filter by token name or id'),
    event: text('<type>', 'filter by event type, such as video.completed'),
    ...PERIOD_OPTIONS,
  },
  examples: [
    { line: 'webhook list --state dead', what: 'Failed deliveries:' },
    { line: `webhook list --state pending --json | jq '.data | length'`, what: 'Number of waiting entries:' },
  ],
  path: '/api/webhook-deliveries',
  noun: 'webhooks',
  columns: COLUMNS,
  toFilters: async ({ state, event, token, ...period }, admin) => ({
    state,
    type: event,
    token: await findTokenId(admin, token),
    ...toPeriod(period),
  }),
});
