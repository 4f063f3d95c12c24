import { Alert, Button, Grid, Group, Paper, Skeleton, Stack, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconBan, IconClock, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { getAnswer, api } from '../../api/client.js';
import { confirm } from '../../kit/confirm.js';
import { Failure } from '../../kit/failure.js';
import { ConfigFileNote } from '../../kit/forms/config-file-note.js';
import { tellDone, tellFailure } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
import { BudgetBar } from './budget-bar.js';
import { TokenFacts } from './token-facts.js';
import { TOKENS, type Token, oneToken } from './token-queries.js';
import { TokenSpend } from './token-spend.js';
import { TokenStatus } from './token-status.js';
import { useSpending } from './use-spending.js';

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
