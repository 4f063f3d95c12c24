import { Badge, Box, Group, Stack, Text } from '@mantine/core';
import { IconBox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../kit/empty-state.js';
import { formatCount } from '../../kit/format.js';
import { OneLine } from '../../kit/one-line.js';
import { PageHeader } from '../../kit/page-header.js';
import { type Column } from '../../kit/table/data-table.js';
import { FilteredList } from '../../kit/table/filtered-list.js';
import { RowLink } from '../../kit/table/row-link.js';
import { useListState } from '../../kit/table/use-list-state.js';
import { CapabilityBadges } from '../models/capability-badges.js';
import { ModelFilters } from '../models/model-filters.js';
import { priceSummary } from '../models/price-lines.js';
import { StandInBadge } from '../models/stand-in-badge.js';
import { type CatalogModel, type CatalogQuery, catalogList, catalogPath } from './catalog-queries.js';
import { OwnLimits } from './own-limits.js';

const FILTERS = ['search', 'capability'] as const;

const MAX_BADGES = 3;

/** The models that a member can call. Unlike the Models page, it shows no channels and settings. */
export function CatalogPage() {
  return (
    <>
      <PageHeader
        title="Model catalog"
        description="The models you can call, with prices and example code."
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
  const listState = useListState(FILTERS);
  const query = { sort: listState.sort, cursor: listState.cursor, ...listState.filters } as CatalogQuery;
  return (
    <FilteredList
      label="Models"
      result={useQuery(catalogList(query))}
      listState={listState}
      columns={COLUMNS}
      defaultSort="id"
      getLink={({ id }) => catalogPath(id)}
      filters={<ModelFilters listState={listState} />}
      none={<NoModels />}
      noneFound={{ icon: IconBox }}
    />
  );
}

const COLUMNS: readonly Column<CatalogModel>[] = [
  { header: 'Model', sortBy: 'id', cell: (model) => <NameCell model={model} /> },
  {
    header: 'Capabilities',
    wideOnly: true,
    cell: ({ capabilities }) => <CapabilityBadges capabilities={capabilities} max={MAX_BADGES} />,
  },
  {
    header: 'Context',
    wideOnly: true,
    cell: ({ context }) => (context === null ? <Unknown /> : `${formatCount(context)} tokens`),
  },
  {
    header: 'Price',
    cell: ({ price }) => <Box miw="7.5rem">{price === null ? <Unknown /> : priceSummary(price)}</Box>,
  },
];

function NameCell({ model: { id, stand_in: isStandIn, why_not: whyNot } }: { model: CatalogModel }) {
  return (
    <div>
      <Group gap="xs" style={{ rowGap: 2 }}>
        <OneLine text={id} maw="min(24rem, 40vw)">
          <RowLink to={catalogPath(id)}>{id}</RowLink>
        </OneLine>
        {isStandIn ? <StandInBadge /> : null}
        {whyNot === null ? null : (
          <Badge size="sm" variant="light" color="orange">
            No token
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
      unknown
    </Text>
  );
}

function NoModels() {
  return (
    <EmptyState icon={IconBox} title="No models yet">
      An administrator must connect a provider first.
    </EmptyState>
  );
}
