import { Badge, Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconBox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../kit/empty-state.js';
import { Failure } from '../../kit/failure.js';
import { formatCount } from '../../kit/format.js';
import { PageHeader } from '../../kit/page-header.js';
import { type Column, DataTable } from '../../kit/table/data-table.js';
import { RowLink } from '../../kit/table/row-link.js';
import { SearchFilter } from '../../kit/table/search-filter.js';
import { type ListPlace, useListPlace } from '../../kit/table/use-list-place.js';
import { CapabilityBadges } from '../models/capability-badges.js';
import { CAPABILITIES, CAPABILITY_WORDS } from '../models/capability-words.js';
import { priceSummary } from '../models/price-lines.js';
import { StandInBadge } from '../models/stand-in-badge.js';
import { type CatalogModel, type CatalogQuery, catalogList, catalogPath } from './catalog-queries.js';
import { OwnLimits } from './own-limits.js';

const FILTERS = ['search', 'capability'] as const;
type Place = ListPlace<(typeof FILTERS)[number]>;

const MAX_BADGES = 3;

/** What somebody may call, for those who cannot look into the gateway itself. */
export function CatalogPage() {
  return (
    <>
      <PageHeader
        title="Model catalogue"
        description="What you can call here, what it costs, and how. A click shows code for a model."
      />
      <Stack>
        <OwnLimits />
        <div>
          <CatalogTable />
        </div>
      </Stack>
    </>
  );
}

function CatalogTable() {
  const place = useListPlace(FILTERS);
  const query = { sort: place.sort, cursor: place.cursor, ...place.filters } as CatalogQuery;
  const { data, error, refetch, isPlaceholderData, isPending } = useQuery(catalogList(query));
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  const models = data?.data ?? [];
  const isEmpty = data !== undefined && models.length === 0;
  if (isEmpty && !place.hasFilters && place.cursor === undefined) return <NoModels />;
  return (
    <>
      <Filters place={place} />
      {isEmpty ? (
        <NoneFound onClear={place.clearFilters} />
      ) : (
        <DataTable
          label="Models"
          rows={models}
          rowKey={({ id }) => id}
          columns={COLUMNS}
          place={place}
          defaultSort="id"
          nextCursor={data?.next_cursor ?? null}
          isLoading={isPlaceholderData || isPending}
          getLink={({ id }) => catalogPath(id)}
        />
      )}
    </>
  );
}

const COLUMNS: readonly Column<CatalogModel>[] = [
  { header: 'Model', sortBy: 'id', cell: (model) => <NameCell model={model} /> },
  {
    header: 'Can do',
    wideOnly: true,
    cell: ({ capabilities }) => <CapabilityBadges capabilities={capabilities} max={MAX_BADGES} />,
  },
  {
    header: 'Context',
    wideOnly: true,
    cell: ({ context }) => (context === null ? <Unknown /> : `${formatCount(context)} tokens`),
  },
  { header: 'Price', cell: ({ price }) => (price === null ? <Unknown /> : priceSummary(price)) },
];

function NameCell({ model: { id, stand_in: isStandIn, why_not: whyNot } }: { model: CatalogModel }) {
  return (
    <div>
      <Group gap="xs">
        <RowLink to={catalogPath(id)}>{id}</RowLink>
        {isStandIn ? <StandInBadge /> : null}
        {whyNot === null ? null : (
          <Badge size="sm" variant="light" color="orange" tt="none">
            not yours yet
          </Badge>
        )}
      </Group>
      {whyNot === null ? null : (
        <Text size="xs" c="dimmed" maw="28rem" mt={2}>
          {whyNot}
        </Text>
      )}
    </div>
  );
}

function Unknown() {
  return (
    <Text span inherit c="dimmed">
      not known
    </Text>
  );
}

function Filters({ place: { filters, setFilter } }: { place: Place }) {
  return (
    <Group mb="md" gap="sm" role="search" aria-label="Filter models">
      <SearchFilter
        label="Search by name"
        value={filters.search}
        onChange={(text) => setFilter('search', text)}
      />
      <Select
        aria-label="Capability"
        placeholder="Can do anything"
        data={CAPABILITIES.map((value) => ({ value, label: CAPABILITY_WORDS[value].label }))}
        value={filters.capability ?? null}
        onChange={(capability) => setFilter('capability', capability)}
        clearable
        w={180}
      />
    </Group>
  );
}

function NoModels() {
  return (
    <EmptyState icon={IconBox} title="No model yet">
      Nothing can be called here yet. An administrator has to connect a model first.
    </EmptyState>
  );
}

function NoneFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={IconBox}
      title="No model fits"
      action={
        <Button variant="default" onClick={onClear}>
          Show all models
        </Button>
      }
    >
      Nothing matches what you search and filter for.
    </EmptyState>
  );
}
