import { type ModelView } from '#admin';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { describeList } from '../frame/describe-list.js';
import { text } from '../frame/options.js';
import { type Column } from '../frame/table.js';
import { describePrice } from './describe-price.js';

const COLUMNS: Column<ModelView>[] = [
  {
    title: 'MODEL',
    value: ({ id }) => id,
    style: ({ served }) => (served ? undefined : 'faint'),
  },
  { title: 'CAPABILITIES', value: ({ capabilities }) => capabilities.join(', ') },
  { title: 'CHANNELS', value: ({ channels }) => channels.map(({ name }) => name).join(', ') },
  { title: 'PRICE USD', value: ({ price }) => price && describePrice(price.rates) },
  { title: 'PRICE FROM', value: ({ price }) => price?.origin },
];

export const modelListCommand = defineAdminCommand({
  name: 'model list',
  summary: 'show models, who serves them and what they cost',
  options: {
    capability: text('<capability>', 'only those that can be called for this: chat, embeddings, video, …'),
    channel: text('<name>', 'only those of one channel'),
    search: text('<text>', 'only those whose id contains this'),
  },
  examples: [
    { line: 'model list --capability embeddings', what: 'What texts can be embedded with:' },
    {
      line: `model list --json | jq -r '.data[] | select(.price == null) | .id'`,
      what: 'What nobody knows the price of:',
    },
  ],
  run: async ({ options: { capability, channel, search } }, admin, output) => {
    const filters = { capability, channel, search };
    const models = await readList<ModelView>(admin, '/api/models', filters);
    output.result(models, () =>
      describeList({ noun: 'models', columns: COLUMNS, rows: models.data, filters }, output),
    );
  },
});
