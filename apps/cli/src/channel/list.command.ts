import { type ChannelView } from '#admin';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { describeList } from '../frame/output.js';
import { text } from '../frame/options.js';
import { showTime } from '../frame/format.js';
import { type Style } from '../frame/style.js';
import { type Column } from '../frame/table.js';
import { CHANNELS } from './channels.js';

const LOOKS: Readonly<Record<string, keyof Style>> = {
  disabled: 'faint',
  healthy: 'good',
  'not tested': 'faint',
  degraded: 'warning',
  failing: 'bad',
};

const COLUMNS: Column<ChannelView>[] = [
  { title: 'NAME', value: ({ name }) => name },
  { title: 'PROVIDER', value: ({ provider }) => provider },
  { title: 'STATUS', value: getStatus, style: getLook },
  { title: 'PRIORITY', value: ({ priority }) => priority, align: 'right' },
  { title: 'WEIGHT', value: ({ weight }) => weight, align: 'right' },
  { title: 'KEYS', value: ({ api_keys: keys }) => keys.length, align: 'right' },
  { title: 'ORIGIN', value: ({ origin }) => origin },
  { title: 'MODELS', value: ({ models }) => models.map(({ id }) => id).join(', ') },
  { title: 'TROUBLE', value: describeProblems },
];

type Known = Pick<ChannelView['api_keys'][number], 'status' | 'reason' | 'until'>;

export const channelListCommand = defineAdminCommand({
  name: 'channel list',
  summary: 'list channels and their health',
  options: {
    provider: text('<provider>', 'filter by provider'),
    model: text('<model>', 'filter by model'),
    search: text('<text>', 'filter by a part of the name'),
  },
  examples: [
    { line: 'channel list', what: 'All entries:' },
    {
      line: `channel list --json | jq -r '.data[] | select(.health.status == "failing") | .name'`,
      what: 'Failing channels:',
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
  return enabled ? health.status.replace('_', ' ') : 'disabled';
}

function getLook(channel: ChannelView): keyof Style | undefined {
  return LOOKS[getStatus(channel)];
}

/** The unhealthy keys and models with their reasons, or else the reason of the channel; undefined if it is healthy. */
export function describeProblems({ api_keys: keys, health }: ChannelView): string | undefined {
  const problems = [
    ...keys.filter(isInTrouble).map((key) => describeOne(`key ${key.hint}`, key)),
    ...health.models.filter(isInTrouble).map((model) => describeOne(model.upstream_model, model)),
  ];
  if (problems.length > 0) return problems.join('; ');
  return health.status === 'not_tested' ? undefined : (health.reason ?? undefined);
}

function isInTrouble({ status }: Known): boolean {
  return status !== 'healthy';
}

function describeOne(subject: string, { status, reason, until }: Known): string {
  const details = [reason, until === null ? null : `until ${showTime(until)}`].filter(
    (each) => each !== null,
  );
  return details.length === 0 ? `${subject} ${status}` : `${subject} ${status} (${details.join(', ')})`;
}
