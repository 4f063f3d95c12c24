import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../kit/empty-state.js';
import { formatCount } from '../../kit/format.js';
import { OneLine } from '../../kit/one-line.js';
import { PageHeader } from '../../kit/page-header.js';
import { ChoiceFilter } from '../../kit/table/choice-filter.js';
import { type Column } from '../../kit/table/data-table.js';
import { FilteredList } from '../../kit/table/filtered-list.js';
import { RowLink } from '../../kit/table/row-link.js';
import { buildSelectionColumn, useRowSelection } from '../../kit/table/row-selection.js';
import { SearchFilter } from '../../kit/table/search-filter.js';
import { type ListState, useListState } from '../../kit/table/use-list-state.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { SelectionBar } from './bulk/selection-bar.js';
import { TestAllButton } from './bulk/test-all.js';
import { HealthBadge } from './channel-health.js';
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
type ChannelListState = ListState<(typeof FILTERS)[number]>;

const STATUSES = [
  { value: 'true', label: 'Enabled' },
  { value: 'false', label: 'Disabled' },
];

const NAME_WIDTH = 'min(12rem, 33vw)';
/** The space that wide screens have next to the other columns. */
const REASON_WIDTH = 'max(7rem, 100vw - 84rem)';

export function ChannelsPage() {
  return (
    <>
      <PageHeader
        title="Channels"
        description="Your accounts at model providers. Several channels can serve the same model; priority and weight decide which one gets a request."
        actions={
          <>
            <TestAllButton />
            <ConnectButton />
          </>
        }
      />
      <ChannelList />
    </>
  );
}

function ChannelList() {
  const listState = useListState(FILTERS);
  const getLabel = useProviderLabel();
  const query = { sort: listState.sort, cursor: listState.cursor, ...listState.filters } as ChannelListQuery;
  const { data: traffic } = useQuery(channelTraffic);
  const selection = useRowSelection<Channel>();
  const result = useQuery(channelList(query));
  const rows = result.data?.data ?? [];
  return (
    <FilteredList
      label="Channels"
      result={result}
      listState={listState}
      columns={[
        buildSelectionColumn({ selection, rows, getName: ({ name }) => name }),
        ...toColumns(getLabel, traffic),
      ]}
      defaultSort="name"
      getLink={({ id }) => `/channels/${id}`}
      filters={
        <>
          <Filters listState={listState} />
          <SelectionBar selection={selection} />
        </>
      }
      none={<NoChannels />}
      noneFound={{ icon: IconPlugConnected }}
    />
  );
}

function Filters({ listState: { filters, setFilter } }: { listState: ChannelListState }) {
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
        label="Status"
        data={STATUSES}
        value={filters.enabled}
        onChange={(enabled) => setFilter('enabled', enabled)}
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
      header: `${FIGURES[figure].shortLabel} (24\u00a0h)`,
      sortBy: FIGURES[figure].sortBy,
      wideOnly: true,
      cell: ({ name }: Channel) => <TrafficFigure name={figure} traffic={traffic?.get(name)} />,
    })),
    { header: 'Models', align: 'right', wideOnly: true, cell: ({ models }) => formatCount(models.length) },
    {
      header: 'Created',
      hasTimes: true,
      sortBy: 'created_at',
      visibleFrom: 'xl',
      cell: ({ created_at: at }) => <RelativeTime at={at} />,
    },
  ];
}

function NameCell({ channel, providerLabel }: { channel: Channel; providerLabel: string }) {
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        <OneLine text={channel.name} maw={NAME_WIDTH}>
          <RowLink to={`/channels/${channel.id}`}>{channel.name}</RowLink>
        </OneLine>
        {channel.read_only ? (
          <Badge size="sm" variant="default">
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

/** The health on one line. The page of the channel shows the full reason, the advice and the last error. */
function HealthCell({ channel }: { channel: Channel }) {
  const status = getHealthStatus(channel);
  const { reason } = channel.health;
  const isUnhealthy = status === 'degraded' || status === 'failing';
  return (
    <Group gap="xs" wrap="nowrap">
      <HealthBadge status={status} title={isUnhealthy ? (reason ?? undefined) : undefined} />
      {isUnhealthy && reason !== null ? (
        <Text size="xs" c="dimmed" component="div" visibleFrom="xl">
          <OneLine text={reason} maw={REASON_WIDTH} />
        </Text>
      ) : null}
    </Group>
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
    <EmptyState icon={IconPlugConnected} title="No channels yet" action={<ConnectButton />}>
      Until you add one, only the built-in sandbox models are available. Connect your account at OpenAI,
      Anthropic, Google or another provider with an API key, or a server of your own by its address.
    </EmptyState>
  );
}
