import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { type Schema, api, unwrapResponse } from '../../api/client.js';
import { confirm } from '../../kit/confirm/confirm.js';
import { FactList } from '../../kit/fact-list.js';
import { Loaded, LoadedPage } from '../../kit/loaded.js';
import { notifySuccess, notifyError } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
import { Section } from '../../kit/section.js';
import { type SmallColumn, SmallTable } from '../../kit/table/small-table.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { useSession } from '../../session/session-provider.js';
import { OwnerActivity } from '../owners/owner-activity.js';
import { MemberLimitsModal } from './member-limits-modal.js';
import { type IssuedPassword, OneTimePassword } from './one-time-password.js';
import { UserMenu } from './user-menu.js';
import { type User, oneUser, userSessions } from './user-queries.js';
import { ROLES, UserState } from './user-state.js';

/** The page of a user: account, spend, limits, tokens, requests and sessions. */
export function UserPage() {
  const { id = '' } = useParams();
  return (
    <LoadedPage query={useQuery(oneUser(id))} title="User" list={{ label: 'Users', to: '/users' }}>
      {(user) => <UserDetails user={user} />}
    </LoadedPage>
  );
}

function UserDetails({ user }: { user: User }) {
  const { user: me } = useSession();
  const [issued, setIssued] = useState<IssuedPassword>();
  const [limited, setLimited] = useState<User>();
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
                value: user.last_sign_in_at === null ? 'never' : <RelativeTime at={user.last_sign_in_at} />,
              },
              { label: 'Created', value: <RelativeTime at={user.created_at} /> },
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

const SESSION_COLUMNS: readonly SmallColumn<Schema<'UserSessionView'>>[] = [
  { header: 'Last used', hasTimes: true, cell: ({ last_seen_at: at }) => <RelativeTime at={at} /> },
  { header: 'Address', cell: ({ address }) => address },
  {
    header: 'Browser',
    visibleFrom: 'sm',
    cell: ({ user_agent: agent }) => (
      <Text size="xs" c="dimmed" lineClamp={2} maw="24rem">
        {agent || 'unknown'}
      </Text>
    ),
  },
  {
    header: 'Signed in',
    hasTimes: true,
    align: 'right',
    cell: ({ created_at: at }) => <RelativeTime at={at} />,
  },
];

function Sessions({ user: { id, email } }: { user: User }) {
  const query = useQuery(userSessions(id));
  const count = query.data?.data.length ?? 0;
  return (
    <Section title="Sessions" aside={count === 0 ? null : <EndSessionsButton id={id} email={email} />}>
      <Loaded query={query} h={80}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              This user is not signed in.
            </Text>
          ) : (
            <SmallTable
              aria-label="Sessions"
              columns={SESSION_COLUMNS}
              rows={data}
              rowKey={({ created_at: at, address }) => `${at} ${address}`}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

function EndSessionsButton({ id, email }: { id: string; email: string }) {
  const client = useQueryClient();
  const endSessions = useMutation({
    mutationFn: () => unwrapResponse(api.DELETE('/api/users/{id}/sessions', { params: { path: { id } } })),
    onSuccess: async () => {
      notifySuccess(`${email} is signed out everywhere.`);
      await client.invalidateQueries({ queryKey: userSessions(id).queryKey });
    },
    onError: notifyError,
  });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={endSessions.isPending}
      onClick={() =>
        confirm({
          title: `Sign ${email} out everywhere?`,
          consequence: 'All of their sessions end now. They can sign in again with their password.',
          verb: 'Sign out everywhere',
          onConfirm: () => endSessions.mutate(),
        })
      }
    >
      Sign out everywhere
    </Button>
  );
}
