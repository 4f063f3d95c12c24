import { Badge, Button, Group, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../kit/empty-state.js';
import { formatCount } from '../../kit/format.js';
import { PageHeader } from '../../kit/page-header.js';
import { formatSpend } from '../../kit/spend.js';
import { ChoiceFilter } from '../../kit/table/choice-filter.js';
import { type Column } from '../../kit/table/data-table.js';
import { FilteredList } from '../../kit/table/filtered-list.js';
import { RowLink } from '../../kit/table/row-link.js';
import { SearchFilter } from '../../kit/table/search-filter.js';
import { type ListState, useListState } from '../../kit/table/use-list-state.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { useSession } from '../../session/session-provider.js';
import { OwnerName } from '../owners/owner-name.js';
import { OwnerPicker } from '../owners/owner-picker.js';
import { expiresSoon, findWarningEnd } from './token-expiry.js';
import { type Token, type TokenListQuery, tokenList, useUnpriced } from './token-queries.js';
import { TokenBudget, TokenStatus } from './token-status.js';

const TOKEN_FILTERS = ['search', 'status', 'owner'] as const;
type TokenFilter = (typeof TOKEN_FILTERS)[number];

const EXPIRING = 'expiring';

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: EXPIRING, label: 'Expires soon' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
];

interface TokenFiltersProps {
  listState: ListState<TokenFilter>;
  withOwner: boolean;
  /** The total number of matching tokens; undefined while loading. */
  total: number | undefined;
}

export function TokensPage() {
  const { user } = useSession();
  const isMember = user?.role === 'member';
  return (
    <>
      <PageHeader
        title="Tokens"
        description={
          isMember
            ? 'Your keys for the API. Each has its own limits and budget.'
            : 'The keys that applications use to call the API. Each has its own limits and budget.'
        }
        actions={<NewTokenButton />}
      />
      <TokenList isMember={isMember} />
    </>
  );
}

function TokenList({ isMember }: { isMember: boolean }) {
  const listState = useListState(TOKEN_FILTERS);
  const result = useQuery(tokenList(toListQuery(listState)));
  const unpriced = useUnpriced();
  return (
    <FilteredList
      label="Tokens"
      result={result}
      listState={listState}
      columns={buildColumns(isMember, unpriced)}
      defaultSort="-created_at"
      getLink={({ id }) => `/tokens/${id}`}
      filters={<TokenFilters listState={listState} withOwner={!isMember} total={result.data?.total} />}
      none={<NoTokens />}
      noneFound={{ icon: IconKey }}
    />
  );
}

function toListQuery({ sort, cursor, filters }: ListState<TokenFilter>): TokenListQuery {
  const isExpiring = filters.status === EXPIRING;
  const expiry = isExpiring ? { status: 'active', expires_before: findWarningEnd() } : {};
  return { sort, cursor, ...filters, ...expiry } as TokenListQuery;
}

function buildColumns(isMember: boolean, unpriced: (token: Token) => number): Column<Token>[] {
  const owner: Column<Token> = {
    header: 'Owner',
    cell: ({ owner }) => <OwnerName owner={owner} />,
    wideOnly: true,
  };
  return [
    { header: 'Name', sortBy: 'name', cell: (token) => <NameCell token={token} /> },
    { header: 'Status', cell: (token) => <StatusCell token={token} /> },
    ...(isMember ? [] : [owner]),
    {
      header: 'Budget',
      cell: (token) => <TokenBudget token={token} />,
    },
    {
      header: 'Total spend',
      sortBy: 'spent_usd',
      align: 'right',
      wideOnly: true,
      cell: (token) => (
        <span className="tabular" style={{ whiteSpace: 'nowrap' }}>
          {formatSpend({ costUsd: token.spent_usd, unpriced: unpriced(token) })}
        </span>
      ),
    },
    {
      header: 'Last used',
      hasTimes: true,
      sortBy: 'last_used_at',
      wideOnly: true,
      cell: ({ last_used_at: at }) => (at === null ? <Dimmed>never</Dimmed> : <RelativeTime at={at} />),
    },
    {
      header: 'Created',
      hasTimes: true,
      sortBy: 'created_at',
      wideOnly: true,
      cell: ({ created_at: at }) => <RelativeTime at={at} />,
    },
  ];
}

function StatusCell({ token }: { token: Token }) {
  const { expires_at: expiresAt } = token;
  return (
    <div>
      <TokenStatus token={token} />
      {expiresAt !== null && expiresSoon(token) ? (
        <Text size="xs" fw={550} mt={2}>
          expires <RelativeTime at={expiresAt} />
        </Text>
      ) : null}
    </div>
  );
}

function NameCell({ token: { id, name, key_hint: hint, read_only: isReadOnly } }: { token: Token }) {
  return (
    <div>
      <Group gap="xs">
        <RowLink to={`/tokens/${id}`}>{name}</RowLink>
        {isReadOnly ? (
          <Badge size="sm" variant="default">
            config file
          </Badge>
        ) : null}
      </Group>
      <Text size="xs" c="dimmed" ff="monospace">
        {hint}
      </Text>
    </div>
  );
}

function Dimmed({ children }: { children: string }) {
  return (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  );
}

function NewTokenButton() {
  return (
    <Button component={Link} to="/tokens/new" leftSection={<IconPlus size={16} />}>
      New token
    </Button>
  );
}

function NoTokens() {
  return (
    <EmptyState icon={IconKey} title="No tokens yet" action={<NewTokenButton />}>
      An application needs a token to call a model. Create one, optionally set a budget, and connect a client.
    </EmptyState>
  );
}

function TokenFilters({ listState: { filters, setFilter }, withOwner, total }: TokenFiltersProps) {
  return (
    <Group mb="md" gap="sm" role="search" aria-label="Filter tokens">
      <SearchFilter
        label="Search by name"
        value={filters.search}
        onChange={(text) => setFilter('search', text)}
      />
      <ChoiceFilter
        label="Status"
        data={STATUSES}
        value={filters.status}
        onChange={(status) => setFilter('status', status)}
      />
      {withOwner ? (
        <OwnerPicker
          aria-label="Owner"
          placeholder="Any owner"
          value={filters.owner ?? null}
          onChange={(owner) => setFilter('owner', owner)}
          w={240}
        />
      ) : null}
      <Text size="sm" c="dimmed" role="status" ml="auto" mih="1lh" className="tabular">
        {total === undefined ? '' : `${formatCount(total)} ${total === 1 ? 'token' : 'tokens'}`}
      </Text>
    </Group>
  );
}
