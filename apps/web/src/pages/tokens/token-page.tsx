import { Badge, Code, Grid, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useParams } from 'react-router';
import { type Fact, FactList } from '../../kit/fact-list.js';
import { Failure } from '../../kit/failure.js';
import { formatCount, formatUsd } from '../../kit/format.js';
import { PageHeader } from '../../kit/page-header.js';
import { When } from '../../kit/when.js';
import { describeLimits, describeModels } from '../catalog/describe-limits.js';
import { OwnerName } from '../owners/owner-name.js';
import { TokenActions } from './token-actions.js';
import { TokenNotes } from './token-notes.js';
import { type Token, oneToken, useSpending } from './token-queries.js';
import { SpendOverTime } from './token-spend.js';
import { BudgetBar, TokenStatus } from './token-status.js';

export function TokenPage() {
  const { id = '' } = useParams();
  const { data: token, error, refetch } = useQuery(oneToken(id));
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (token === undefined) return <Skeleton h={400} aria-label="Loading" />;
  return (
    <>
      <PageHeader
        title={token.name}
        description={<TokenStatus status={token.status} />}
        actions={<TokenActions token={token} />}
      />
      <Stack>
        <TokenNotes token={token} />
        <Grid>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Spending token={token} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Paper withBorder p="lg" h="100%">
              <Title order={2} size="h4" mb="md">
                Details
              </Title>
              <TokenFacts token={token} />
            </Paper>
          </Grid.Col>
        </Grid>
      </Stack>
    </>
  );
}

function Spending({ token }: { token: Token }) {
  const spending = useSpending([token]);
  return (
    <Paper withBorder p="lg" h="100%">
      <Title order={2} size="h4" mb="sm">
        Spend
      </Title>
      <BudgetBar token={token} spentUsd={spending(token)} />
      <SpendOverTime filter={{ token: token.id }} />
    </Paper>
  );
}

function TokenFacts({ token }: { token: Token }) {
  return <FactList facts={getFacts(token)} />;
}

function getFacts(token: Token): Fact[] {
  const { cache_ttl_seconds: cacheSeconds, webhook } = token;
  return [
    { label: 'Key', value: <Code>{token.key_hint}</Code> },
    { label: 'Owner', value: <OwnerName owner={token.owner} /> },
    { label: 'Models', value: token.models === null ? 'every model' : badges(token.models) },
    { label: 'Limits', value: getLimits(token) },
    ...ownerLimits(token),
    { label: 'Spent so far', value: formatUsd(token.spent_usd) },
    { label: 'Expires', value: moment(token.expires_at) },
    { label: 'Allowed addresses', value: token.allowed_ips === null ? 'any' : badges(token.allowed_ips) },
    {
      label: 'Webhook',
      value: webhook === null ? dimmed('none') : `${webhook.url}${webhook.has_secret ? ' (signed)' : ''}`,
    },
    {
      label: 'Cache',
      value: cacheSeconds === null ? dimmed('as the gateway does') : `${formatCount(cacheSeconds)} s`,
    },
    {
      label: 'Recording',
      value:
        token.store_content === null
          ? dimmed('off')
          : `prompts and answers are kept for ${formatCount(token.store_content.ttl_days)} days`,
    },
    { label: 'Last used', value: moment(token.last_used_at) },
    { label: 'Created', value: <When at={token.created_at} /> },
  ];
}

/** What counts for all tokens of the owner counts for this one, too. */
function ownerLimits({ owner_limits: limits }: Token): Fact[] {
  const told = describeLimits(limits);
  const models = describeModels(limits);
  return [
    ...(told.length === 0 ? [] : [{ label: 'With all of the owner’s tokens', value: told.join(', ') }]),
    ...(models === undefined ? [] : [{ label: 'Models of the owner', value: models }]),
  ];
}

function getLimits({ rpm, tpm, concurrency, requests_per_day: perDay }: Token): ReactNode {
  const limits = [
    [rpm, 'requests a minute'],
    [tpm, 'tokens a minute'],
    [concurrency, 'concurrent requests'],
    [perDay, 'requests a day'],
  ] as const;
  const told = limits.flatMap(([limit, unit]) => (limit === null ? [] : `${formatCount(limit)} ${unit}`));
  return told.length === 0 ? dimmed('none') : told.join(', ');
}

function moment(at: string | null): ReactNode {
  return at === null ? dimmed('never') : <When at={at} />;
}

function badges(names: readonly string[]): ReactNode {
  return (
    <Group gap={4} component="span">
      {names.map((name) => (
        <Badge key={name} variant="default" tt="none" fw={500} component="span">
          {name}
        </Badge>
      ))}
    </Group>
  );
}

function dimmed(text: string): ReactNode {
  return (
    <Text span inherit c="dimmed">
      {text}
    </Text>
  );
}
