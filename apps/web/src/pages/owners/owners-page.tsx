import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconFolder, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BudgetMeter } from '../../kit/budget/budget-meter.js';
import { EmptyState } from '../../kit/empty-state.js';
import { formatCount } from '../../kit/format.js';
import { PageHeader } from '../../kit/page-header.js';
import { formatSpend } from '../../kit/spend.js';
import { type Column } from '../../kit/table/data-table.js';
import { FilteredList } from '../../kit/table/filtered-list.js';
import { RowLink } from '../../kit/table/row-link.js';
import { SearchFilter } from '../../kit/table/search-filter.js';
import { useListState } from '../../kit/table/use-list-state.js';
import { describeLimits } from '../catalog/describe-limits.js';
import { NEW_OWNER, OwnerLimitsModal } from './owner-limits-modal.js';
import { ownerPath } from './owner-path.js';
import { type Owner, type OwnerListQuery, ownerList } from './owner-queries.js';

type OwnerRow = Owner & { id: string };

const FILTERS = ['search'] as const;
const DEFAULT_SORT = '-spent';
const ROLES = { admin: 'administrator', member: 'member' } as const;

export function OwnersPage() {
  const listState = useListState(FILTERS);
  const { sort = DEFAULT_SORT, cursor, filters } = listState;
  const query = { sort, cursor, ...filters } as OwnerListQuery;
  const result = useQuery({ ...ownerList(query), select: toRows });
  const [created, setCreated] = useState<typeof NEW_OWNER>();
  const newOwner = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreated(NEW_OWNER)}>
      New owner
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Owners"
        description="Users, and other owners of tokens such as teams or projects. All tokens of an owner share its limits and budget."
        actions={newOwner}
      />
      <FilteredList
        label="Owners"
        result={result}
        listState={listState}
        columns={COLUMNS}
        defaultSort={DEFAULT_SORT}
        getLink={({ name }) => ownerPath(name)}
        filters={
          <Group mb="md" gap="sm" role="search" aria-label="Filter owners">
            <SearchFilter
              label="Search by name"
              value={filters.search}
              onChange={(text) => listState.setFilter('search', text)}
            />
          </Group>
        }
        none={
          <EmptyState icon={IconFolder} title="No owners yet" action={newOwner}>
            Every user is an owner. Tokens can also belong to other owners, such as a project.
          </EmptyState>
        }
        noneFound={{ icon: IconFolder }}
      />
      <OwnerLimitsModal owner={created} onClose={() => setCreated(undefined)} />
    </>
  );
}

/** Owners have no id, so the unique name is used as the row id. */
function toRows<Page extends { data: Owner[] }>(page: Page) {
  return { ...page, data: page.data.map((owner): OwnerRow => ({ ...owner, id: owner.name })) };
}

const COLUMNS: Column<OwnerRow>[] = [
  { header: 'Name', sortBy: 'name', cell: (owner) => <NameCell owner={owner} /> },
  {
    header: 'Spend, 30 days',
    sortBy: 'spent',
    align: 'right',
    cell: ({ spent_30_days_usd: costUsd, unpriced_requests_30_days: unpriced }) => (
      <span className="tabular">{formatSpend({ costUsd, unpriced })}</span>
    ),
  },
  {
    header: 'Budget',
    wideOnly: true,
    cell: ({ budgets }) => (budgets.length > 0 ? <CompactMeters budgets={budgets} /> : <None />),
  },
  {
    header: 'Active tokens',
    align: 'right',
    wideOnly: true,
    cell: ({ active_tokens: active, tokens }) => `${formatCount(active)} of ${formatCount(tokens)}`,
  },
  { header: 'Shared limits', wideOnly: true, cell: (owner) => <LimitsCell owner={owner} /> },
];

function CompactMeters({ budgets }: Pick<Owner, 'budgets'>) {
  return (
    <Stack gap={4}>
      {budgets.map((budget) => (
        <BudgetMeter key={`${budget.unit} ${budget.period}`} budget={budget} isCompact />
      ))}
    </Stack>
  );
}

function NameCell({ owner: { name, user, limits_origin: origin, budgets } }: { owner: Owner }) {
  return (
    <Group gap="xs">
      <Text span inherit style={{ overflowWrap: 'anywhere' }}>
        <RowLink to={ownerPath(name)}>{name}</RowLink>
      </Text>
      {user === null ? null : (
        <Badge size="sm" variant="default">
          {user.disabled ? 'disabled user' : ROLES[user.role]}
        </Badge>
      )}
      {origin === 'file' ? (
        <Badge size="sm" variant="default">
          config file
        </Badge>
      ) : null}
      {budgets.length === 0 ? null : (
        <Box w="100%" hiddenFrom="sm">
          <CompactMeters budgets={budgets} />
        </Box>
      )}
    </Group>
  );
}

function LimitsCell({ owner: { limits } }: { owner: Owner }) {
  const lines = describeLimits(limits === null ? null : { ...limits, budget: null });
  return lines.length === 0 ? <None /> : <Text size="sm">{lines.join(', ')}</Text>;
}

function None() {
  return (
    <Text span inherit c="dimmed">
      none
    </Text>
  );
}
