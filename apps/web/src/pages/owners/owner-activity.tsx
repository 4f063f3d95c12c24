import { Anchor, Grid, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../../kit/loaded.js';
import { Section } from '../../kit/section.js';
import { formatSpend } from '../../kit/spend.js';
import { type SmallColumn, SmallTable } from '../../kit/table/small-table.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { NewestRequestsTable } from '../requests/newest-requests.js';
import { type Token, tokenList, useUnpriced } from '../tokens/token-queries.js';
import { SpendOverTime } from '../tokens/token-spend.js';
import { TokenStatus } from '../tokens/token-status.js';
import { findNewestRequests } from './owner-queries.js';
import { OwnerLimits } from './owner-limits.js';

const MAX_SHOWN = 8;

interface OwnerActivityProps {
  owner: string;
  onMemberLimits?: () => void;
}

/** The spend, limits, tokens and newest requests of an owner. */
export function OwnerActivity({ owner, onMemberLimits }: OwnerActivityProps) {
  return (
    <Stack>
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Paper withBorder p="md" h="100%" component="section" aria-label="Spend">
            <Title order={2} size="h5">
              Spend
            </Title>
            <SpendOverTime filter={{ owner }} />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <OwnerLimits owner={owner} onMemberLimits={onMemberLimits} />
        </Grid.Col>
      </Grid>
      <Tokens owner={owner} />
      <Requests owner={owner} />
    </Stack>
  );
}

const TOKEN_COLUMNS: readonly SmallColumn<Token>[] = [
  {
    header: 'Name',
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/tokens/${id}`} inherit>
        {name}
      </Anchor>
    ),
  },
  { header: 'Status', cell: (token) => <TokenStatus token={token} /> },
  { header: 'Spent', align: 'right', cell: (token) => <Spent token={token} /> },
  {
    header: 'Last used',
    hasTimes: true,
    align: 'right',
    visibleFrom: 'sm',
    cell: ({ last_used_at: at }) => (at === null ? 'never' : <RelativeTime at={at} />),
  },
];

function Spent({ token }: { token: Token }) {
  const unpriced = useUnpriced();
  return formatSpend({ costUsd: token.spent_usd, unpriced: unpriced(token) });
}

function Tokens({ owner }: { owner: string }) {
  return (
    <Section
      title="Tokens"
      aside={<AllLink to={`/tokens?${new URLSearchParams({ owner })}`} noun="tokens" />}
    >
      <Loaded query={useQuery(tokenList({ owner, limit: MAX_SHOWN }))} h={120}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyNote>This owner has no tokens.</EmptyNote>
          ) : (
            <SmallTable aria-label="Tokens" columns={TOKEN_COLUMNS} rows={data} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Requests({ owner }: { owner: string }) {
  return (
    <Section
      title="Newest requests"
      aside={<AllLink to={`/requests?${new URLSearchParams({ owner })}`} noun="requests" />}
    >
      <Loaded query={useQuery(findNewestRequests(owner, MAX_SHOWN))} h={120}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyNote>No requests yet.</EmptyNote>
          ) : (
            <NewestRequestsTable requests={data} without={['Token', 'Duration']} />
          )
        }
      </Loaded>
    </Section>
  );
}

function AllLink({ to, noun }: { to: string; noun: string }) {
  return (
    <Anchor component={Link} to={to} size="sm">
      All {noun}
    </Anchor>
  );
}

function EmptyNote({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
