import { type ChannelView } from '#admin';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { describeList } from '../frame/describe-list.js';
import { text } from '../frame/options.js';
import { type Style } from '../frame/style.js';
import { type Column } from '../frame/table.js';
import { CHANNELS } from './channels.js';
import { describeTrouble } from './describe-trouble.js';

const COLUMNS: Column<ChannelView>[] = [
  { title: 'NAME', value: ({ name }) => name },
  { title: 'PROVIDER', value: ({ provider }) => provider },
  { title: 'STATUS', value: getStatus, style: getLook },
  { title: 'PRIORITY', value: ({ priority }) => priority, align: 'right' },
  { title: 'WEIGHT', value: ({ weight }) => weight, align: 'right' },
  { title: 'KEYS', value: ({ api_keys: keys }) => keys.length, align: 'right' },
  { title: 'ORIGIN', value: ({ origin }) => origin },
  { title: 'MODELS', value: ({ models }) => models.map(({ id }) => id).join(', ') },
  { title: 'TROUBLE', value: describeTrouble },
];

const LOOKS: Readonly<Record<string, keyof Style>> = {
  disabled: 'faint',
  healthy: 'good',
  degraded: 'warning',
  down: 'bad',
};

export const channelListCommand = defineAdminCommand({
  name: 'channel list',
  summary: 'show channels and how they stand',
  options: {
    provider: text('<provider>', 'only those of one provider'),
    model: text('<model>', 'only those that list this model'),
    search: text('<text>', 'only those whose name contains this'),
  },
  examples: [
    { line: 'channel list', what: 'All of them:' },
    {
      line: `channel list --json | jq -r '.data[] | select(.health.status != "healthy") | .name'`,
      what: 'Those in trouble:',
    },
  ],
  run: async ({ options: { provider, model, search } }, admin, output) => {
    const filters = { provider, model, search };
    const channels = await readList<ChannelView>(admin, CHANNELS.path, filters);
    output.result(channels, () =>
      describeList({ noun: 'channels', columns: COLUMNS, rows: channels.data, filters }, output),
    );
  },
});

function getStatus({ enabled, health }: ChannelView): string {
  return enabled ? health.status : 'disabled';
}

function getLook(channel: ChannelView): keyof Style | undefined {
  return LOOKS[getStatus(channel)];
}
