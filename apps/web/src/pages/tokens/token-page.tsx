import { Alert, Badge, Button, Code, Grid, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconBan, IconClock, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { api, getAnswer } from '../../api/client.js';
import { confirm } from '../../kit/confirm.js';
import { type Fact, FactList } from '../../kit/fact-list.js';
import { Failure } from '../../kit/failure.js';
import { formatCount, formatUsd } from '../../kit/format.js';
import { ConfigFileNote } from '../../kit/forms/config-file-note.js';
import { tellDone, tellFailure } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
import { When } from '../../kit/when.js';
import { TOKENS, type Token, oneToken, useSpending } from './token-queries.js';
import { TokenSpend } from './token-spend.js';
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
        actions={<Actions token={token} />}
      />
      <Stack>
        <Notes token={token} />
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

function Actions({ token: { id, name, status, read_only: isOfFile } }: { token: Token }) {
  const client = useQueryClient();
  const revocation = useMutation({
    mutationFn: () => getAnswer(api.DELETE('/api/tokens/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: TOKENS });
      tellDone(`“${name}” is revoked.`);
    },
    onError: tellFailure,
  });
  const revoke = () =>
    confirm({
      title: `Revoke “${name}”?`,
      consequence:
        'Every request with it is refused from now on. This cannot be undone: applications that use it need another token.',
      verb: 'Revoke',
      onConfirm: () => revocation.mutate(),
    });
  return (
    <>
      <Button variant="default" component={Link} to={`/requests?token=${id}`}>
        Requests
      </Button>
      {isOfFile || status !== 'active' ? null : (
        <>
          <Button
            variant="default"
            component={Link}
            to={`/tokens/${id}/edit`}
            leftSection={<IconPencil size={16} />}
          >
            Edit
          </Button>
          <Button
            color="red"
            variant="light"
            onClick={revoke}
            loading={revocation.isPending}
            leftSection={<IconTrash size={16} />}
          >
            Revoke
          </Button>
        </>
      )}
    </>
  );
}

function Notes({ token: { status, read_only: isOfFile } }: { token: Token }) {
  return (
    <>
      {isOfFile ? <ConfigFileNote what="This token" /> : null}
      {status === 'active' ? null : (
        <Alert
          color={status === 'expired' ? 'orange' : 'gray'}
          icon={status === 'expired' ? <IconClock /> : <IconBan />}
          title={status === 'expired' ? 'This token has expired' : 'This token is revoked'}
        >
          <Group justify="space-between">
            Requests with it are refused, and it stays as it is. Create another where one is needed.
            <Button size="xs" variant="default" component={Link} to="/tokens/new">
              New token
            </Button>
          </Group>
        </Alert>
      )}
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
      <TokenSpend id={token.id} />
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
    { label: 'Owner', value: token.owner ?? dimmed('nobody') },
    { label: 'Models', value: token.models === null ? 'every model' : badges(token.models) },
    { label: 'Limits', value: getLimits(token) },
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
    { label: 'Last used', value: moment(token.last_used_at) },
    { label: 'Created', value: <When at={token.created_at} /> },
  ];
}

function getLimits({ rpm, tpm, concurrency, requests_per_day: perDay }: Token): ReactNode {
  const limits = [
    [rpm, 'requests a minute'],
    [tpm, 'tokens a minute'],
    [concurrency, 'at a time'],
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
