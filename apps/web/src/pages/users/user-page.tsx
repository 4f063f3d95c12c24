import { Button, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { api, getAnswer } from '../../api/client.js';
import { confirm } from '../../kit/confirm/confirm.js';
import { FactList } from '../../kit/fact-list.js';
import { Failure } from '../../kit/failure.js';
import { tellDone, tellFailure } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
import { Section } from '../../kit/section.js';
import { When } from '../../kit/when.js';
import { ZoneSuffix } from '../../kit/time-zone/zone-suffix.js';
import { useSession } from '../../session/session-provider.js';
import { OwnerActivity } from '../owners/owner-activity.js';
import { MemberLimitsModal } from './member-limits-modal.js';
import { type IssuedPassword, OneTimePassword } from './one-time-password.js';
import { UserMenu } from './user-menu.js';
import { type User, oneUser, userSessions } from './user-queries.js';
import { ROLES, UserState } from './user-state.js';

/** A user: their account, spend, limits, tokens, requests and sessions. */
export function UserPage() {
  const { id = '' } = useParams();
  const { user: me } = useSession();
  const { data: user, error, refetch } = useQuery(oneUser(id));
  const [issued, setIssued] = useState<IssuedPassword>();
  const [limited, setLimited] = useState<User>();
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (user === undefined) return <Skeleton h={400} aria-label="Loading" />;
  return (
    <>
      <PageHeader
        title={user.email}
        description={<UserState user={user} />}
        actions={
          <UserMenu user={user} isOwn={user.id === me?.id} onIssued={setIssued} onLimits={setLimited} />
        }
      />
      <Stack>
        <Section title="Account">
          <FactList
            facts={[
              { label: 'Role', value: ROLES[user.role] },
              {
                label: 'Last sign-in',
                value: user.last_sign_in_at === null ? 'never' : <When at={user.last_sign_in_at} />,
              },
              { label: 'Created', value: <When at={user.created_at} /> },
            ]}
          />
        </Section>
        <OwnerActivity owner={user.email} onMemberLimits={() => setLimited(user)} />
        <Sessions user={user} />
      </Stack>
      <MemberLimitsModal user={limited} onClose={() => setLimited(undefined)} />
      <OneTimePassword issued={issued} onClose={() => setIssued(undefined)} />
    </>
  );
}

function Sessions({ user: { id, email } }: { user: User }) {
  const { data, error, refetch } = useQuery(userSessions(id));
  const sessions = data?.data ?? [];
  return (
    <Section title="Sessions" aside={sessions.length === 0 ? null : <EndSessions id={id} email={email} />}>
      {error === null ? null : <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={80} /> : null}
      {data?.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          This user is not signed in.
        </Text>
      ) : null}
      {sessions.length === 0 ? null : (
        <Table.ScrollContainer minWidth={0}>
          <Table aria-label="Sessions">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>
                  Last used <ZoneSuffix />
                </Table.Th>
                <Table.Th>Address</Table.Th>
                <Table.Th visibleFrom="sm">Browser</Table.Th>
                <Table.Th ta="right">
                  Signed in <ZoneSuffix />
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sessions.map((session) => (
                <Table.Tr key={`${session.created_at} ${session.address}`}>
                  <Table.Td>
                    <When at={session.last_seen_at} />
                  </Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{session.address}</Table.Td>
                  <Table.Td visibleFrom="sm" maw="24rem">
                    <Text size="xs" c="dimmed" lineClamp={2}>
                      {session.user_agent || 'unknown'}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="right">
                    <When at={session.created_at} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  );
}

function EndSessions({ id, email }: { id: string; email: string }) {
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: () => getAnswer(api.DELETE('/api/users/{id}/sessions', { params: { path: { id } } })),
    onSuccess: async () => {
      tellDone(`${email} is signed out everywhere.`);
      await client.invalidateQueries({ queryKey: userSessions(id).queryKey });
    },
    onError: tellFailure,
  });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={ending.isPending}
      onClick={() =>
        confirm({
          title: `Sign ${email} out everywhere?`,
          consequence: 'All of their sessions end now. They can sign in again with their password.',
          verb: 'Sign out everywhere',
          onConfirm: () => ending.mutate(),
        })
      }
    >
      Sign out everywhere
    </Button>
  );
}
