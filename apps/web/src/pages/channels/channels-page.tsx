import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../kit/empty-state.js';
import { formatCount } from '../../kit/format.js';
import { PageHeader } from '../../kit/page-header.js';
import { ChoiceFilter } from '../../kit/table/choice-filter.js';
import { type Column } from '../../kit/table/data-table.js';
import { FilteredList } from '../../kit/table/filtered-list.js';
import { RowLink } from '../../kit/table/row-link.js';
import { SearchFilter } from '../../kit/table/search-filter.js';
import { type ListPlace, useListPlace } from '../../kit/table/use-list-place.js';
import { When } from '../../kit/when.js';
import { HealthBadge, HealthReason, LastError } from './channel-health.js';
import {
  type Channel,
  type ChannelListQuery,
  channelList,
  useProviderLabel,
  useProviders,
} from './channel-queries.js';
import { getHealthStatus } from './health-words.js';
import { type ChannelTraffic } from './traffic/channel-traffic.js';
import { FIGURES, FIGURE_NAMES, TrafficFigure } from './traffic/traffic-figure.js';
import { channelTraffic } from './traffic/traffic-queries.js';

const FILTERS = ['search', 'provider', 'enabled'] as const;
type Place = ListPlace<(typeof FILTERS)[number]>;

const USES = [
  { value: 'true', label: 'In use' },
  { value: 'false', label: 'Disabled' },
];

export function ChannelsPage() {
  return (
    <>
      <PageHeader
        title="Channels"
        description="Accounts at the services that answer requests. A model can be served by several, by priority and weight."
        actions={<ConnectButton />}
      />
      <ChannelList />
    </>
  );
}

function ChannelList() {
  const place = useListPlace(FILTERS);
  const getLabel = useProviderLabel();
  const query = { sort: place.sort, cursor: place.cursor, ...place.filters } as ChannelListQuery;
  const { data: traffic } = useQuery(channelTraffic);
  return (
    <FilteredList
      label="Channels"
      answer={useQuery(channelList(query))}
      place={place}
      columns={toColumns(getLabel, traffic)}
      defaultSort="name"
      getLink={({ id }) => `/channels/${id}`}
      filters={<Filters place={place} />}
      none={<NoChannels />}
      noneFound={{ icon: IconPlugConnected }}
    />
  );
}

function Filters({ place: { filters, setFilter } }: { place: Place }) {
  const { data: providers = [] } = useProviders();
  return (
    <Group mb="md" gap="sm" role="search" aria-label="Filter channels">
      <SearchFilter
        label="Search by name"
        value={filters.search}
        onChange={(text) => setFilter('search', text)}
      />
      <ChoiceFilter
        label="Provider"
        data={providers.map(({ id, label }) => ({ value: id, label }))}
        value={filters.provider}
        onChange={(provider) => setFilter('provider', provider)}
        searchable
        w={220}
      />
      <ChoiceFilter
        label="Use"
        placeholder="Any status"
        data={USES}
        value={filters.enabled}
        onChange={(use) => setFilter('enabled', use)}
      />
    </Group>
  );
}

function toColumns(
  getLabel: (provider: string) => string,
  traffic: ReadonlyMap<string, ChannelTraffic> | undefined,
): Column<Channel>[] {
  return [
    {
      header: 'Name',
      sortBy: 'name',
      cell: (channel) => <NameCell channel={channel} providerLabel={getLabel(channel.provider)} />,
    },
    { header: 'Health', cell: (channel) => <HealthCell channel={channel} /> },
    ...FIGURE_NAMES.map((figure) => ({
      header: FIGURES[figure].label,
      wideOnly: true,
      cell: ({ name }: Channel) => <TrafficFigure name={figure} traffic={traffic?.get(name)} />,
    })),
    { header: 'Models', align: 'right', cell: ({ models }) => formatCount(models.length) },
    { header: 'Priority', align: 'right', wideOnly: true, cell: ({ priority }) => priority },
    {
      header: 'Created',
      sortBy: 'created_at',
      wideOnly: true,
      cell: ({ created_at: at }) => <When at={at} />,
    },
  ];
}

function NameCell({ channel, providerLabel }: { channel: Channel; providerLabel: string }) {
  return (
    <div>
      <Group gap="xs">
        <RowLink to={`/channels/${channel.id}`}>{channel.name}</RowLink>
        {channel.read_only ? (
          <Badge size="sm" variant="default" tt="none">
            config file
          </Badge>
        ) : null}
      </Group>
      <Text size="xs" c="dimmed">
        {providerLabel}
      </Text>
    </div>
  );
}

function HealthCell({ channel }: { channel: Channel }) {
  const { last_error: error, reason } = channel.health;
  return (
    <div>
      <HealthBadge status={getHealthStatus(channel)} />
      {channel.enabled && reason !== null ? (
        <Text size="xs" c="dimmed" mt={4} maw="22rem">
          <HealthReason health={channel.health} />
        </Text>
      ) : null}
      {error === null ? null : (
        <Text size="xs" c="dimmed" mt={4} maw="22rem">
          Last error <LastError error={error} />
        </Text>
      )}
    </div>
  );
}

function ConnectButton() {
  return (
    <Button component={Link} to="/channels/connect" leftSection={<IconPlus size={16} />}>
      Connect a model
    </Button>
  );
}

function NoChannels() {
  return (
    <EmptyState icon={IconPlugConnected} title="No channel yet" action={<ConnectButton />}>
      Until there is one, only the built-in sandbox models answer. Add the account you have at OpenAI,
      Anthropic, Google or a server of your own: its key is all it takes.
    </EmptyState>
  );
}
