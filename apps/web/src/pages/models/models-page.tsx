import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconBox, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { unwrapResponse, api } from '../../api/client.js';
import { EmptyState } from '../../kit/empty-state.js';
import { OneLine } from '../../kit/one-line.js';
import { PageHeader } from '../../kit/page-header.js';
import { ChoiceFilter } from '../../kit/table/choice-filter.js';
import { type Column } from '../../kit/table/data-table.js';
import { FilteredList } from '../../kit/table/filtered-list.js';
import { RowLink } from '../../kit/table/row-link.js';
import { type ListState, useListState } from '../../kit/table/use-list-state.js';
import { CapabilityBadges } from './capability-badges.js';
import { ModelFilters } from './model-filters.js';
import { type Model, type ModelListQuery, modelList, modelPath } from './model-queries.js';
import { StandInBadge } from './stand-in-badge.js';
import { priceSummary } from './price-lines.js';

const FILTERS = ['search', 'capability', 'channel'] as const;
type ModelListState = ListState<(typeof FILTERS)[number]>;

const MAX_BADGES = 4;
const MAX_CHANNELS = 200;
const PATTERN_HINT =
  'Models matched by a pattern, such as gpt-*, are listed only if they have custom settings.';

export function ModelsPage() {
  return (
    <>
      <PageHeader
        title="Models"
        description="The models that your channels serve, with their prices and capabilities."
      />
      <ModelTable />
    </>
  );
}

function ModelTable() {
  const listState = useListState(FILTERS);
  const query = { sort: listState.sort, cursor: listState.cursor, ...listState.filters } as ModelListQuery;
  return (
    <FilteredList
      label="Models"
      result={useQuery(modelList(query))}
      listState={listState}
      columns={COLUMNS}
      defaultSort="id"
      getLink={({ id }) => modelPath(id)}
      filters={
        <ModelFilters listState={listState}>
          <ChannelFilter listState={listState} />
        </ModelFilters>
      }
      none={<NoModels />}
      noneFound={{ icon: IconBox, hint: PATTERN_HINT }}
    />
  );
}

const COLUMNS: readonly Column<Model>[] = [
  { header: 'Model', sortBy: 'id', cell: (model) => <NameCell model={model} /> },
  {
    header: 'Capabilities',
    wideOnly: true,
    cell: ({ capabilities }) => <CapabilityBadges capabilities={capabilities} max={MAX_BADGES} />,
  },
  { header: 'Price', cell: ({ price }) => <PriceCell price={price} /> },
  { header: 'Channels', wideOnly: true, cell: ({ channels }) => <ChannelsCell channels={channels} /> },
];

function NameCell({ model }: { model: Model }) {
  const { id, served: isServed, stand_in: isStandIn, settings, read_only: isReadOnly } = model;
  return (
    <Group gap="xs" style={{ rowGap: 2 }}>
      <OneLine text={id} maw="min(22rem, 40vw)">
        <RowLink to={modelPath(id)}>{id}</RowLink>
      </OneLine>
      {isStandIn ? <StandInBadge /> : null}
      {isServed ? null : (
        <Badge size="sm" variant="light" color="orange">
          not served
        </Badge>
      )}
      {settings === null ? null : (
        <Badge size="sm" variant="default">
          {isReadOnly ? 'config file' : 'custom settings'}
        </Badge>
      )}
    </Group>
  );
}

function PriceCell({ price }: Pick<Model, 'price'>) {
  return (
    <Text size="sm" miw="7.5rem" c={price === null ? 'dimmed' : undefined}>
      {price === null ? 'unknown' : priceSummary(price.rates)}
    </Text>
  );
}

function ChannelsCell({ channels }: Pick<Model, 'channels'>) {
  const [first, ...others] = channels;
  if (first === undefined) {
    return (
      <Text size="sm" c="dimmed">
        none
      </Text>
    );
  }
  return (
    <Group gap={4} wrap="nowrap" fz="sm">
      <OneLine text={first.name} maw="12rem" />
      {others.length === 0 ? null : (
        <Text span inherit style={{ whiteSpace: 'nowrap' }}>
          and {others.length} more
        </Text>
      )}
    </Group>
  );
}

function ChannelFilter({ listState: { filters, setFilter } }: { listState: ModelListState }) {
  const { data: channels } = useQuery({
    queryKey: ['channels', 'names'],
    queryFn: () => unwrapResponse(api.GET('/api/channels', { params: { query: { limit: MAX_CHANNELS } } })),
    staleTime: 60_000,
  });
  return (
    <ChoiceFilter
      label="Channel"
      data={channels?.data.map(({ name }) => ({ value: name, label: name })) ?? []}
      value={filters.channel}
      onChange={(channel) => setFilter('channel', channel)}
      searchable
      w={200}
    />
  );
}

function NoModels() {
  return (
    <EmptyState
      icon={IconBox}
      title="No models yet"
      action={
        <Button component={Link} to="/channels/connect" leftSection={<IconPlus size={16} />}>
          Connect a model
        </Button>
      }
    >
      Connect a provider, and its models appear here.
    </EmptyState>
  );
}
