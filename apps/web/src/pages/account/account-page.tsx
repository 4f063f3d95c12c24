import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { confirm } from '../../kit/confirm/confirm.js';
import { FactList } from '../../kit/fact-list.js';
import { FormSection } from '../../kit/forms/form-section.js';
import { notifySuccess } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
import { PasswordForm } from '../../session/password-form.js';
import { type SessionUser, useSession } from '../../session/session-provider.js';
import { useSignOut } from '../../session/use-sign-out.js';
import { BudgetMeters } from '../../kit/budget/budget-meter.js';
import { Failure } from '../../kit/failure.js';
import { ownLimits } from '../catalog/catalog-queries.js';
import { describeLimits, describeModels } from '../catalog/describe-limits.js';

const ROLES = {
  admin: 'Administrator: can view and change everything',
  member: 'Member: can view and manage their own tokens',
} as const;

export function AccountPage() {
  const { user, begin } = useSession();
  if (!user) return null;
  const onPasswordChanged = (changed: SessionUser): void => {
    begin(changed);
    notifySuccess('Password changed. Your other sessions were signed out.');
  };
  return (
    <>
      <PageHeader title="Your account" />
      <Stack gap="lg" maw="40rem">
        <FormSection title="Profile">
          <FactList
            facts={[
              { label: 'E-mail address', value: user.name },
              { label: 'Role', value: user.role === null ? <Badge>{user.kind}</Badge> : ROLES[user.role] },
            ]}
          />
        </FormSection>
        <OwnBudget />
        <FormSection
          title="Password"
          description="Changing your password signs you out of all other browsers and devices."
        >
          <PasswordForm email={user.name} submit="Change password" onDone={onPasswordChanged} />
        </FormSection>
        <Sessions />
      </Stack>
    </>
  );
}

function Sessions() {
  const here = useSignOut();
  const everywhere = useSignOut('everywhere');
  const confirmSignOut = (): void =>
    confirm({
      title: 'Sign out everywhere?',
      consequence: 'All of your sessions end now, including this one. API tokens keep working.',
      verb: 'Sign out everywhere',
      onConfirm: () => everywhere.mutate(),
    });
  return (
    <FormSection
      title="Sessions"
      description="If you left a browser signed in or lost a device, sign out everywhere."
    >
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconLogout size={16} />}
          loading={here.isPending}
          onClick={() => here.mutate()}
        >
          Sign out here
        </Button>
        <Button variant="outline" color="red" loading={everywhere.isPending} onClick={confirmSignOut}>
          Sign out everywhere
        </Button>
      </Group>
    </FormSection>
  );
}

/** Shows the budget and the limits that all tokens of the signed-in user share. */
function OwnBudget() {
  const { data, error, refetch } = useQuery(ownLimits);
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  const limits = describeLimits(data?.together == null ? null : { ...data.together, budget: null });
  const models = describeModels(data?.together ?? null);
  return (
    <FormSection title="Budget and limits" description="All of your tokens share these.">
      {data === undefined ? (
        <Skeleton h={120} />
      ) : (
        <Stack gap="sm">
          {data.budgets.length === 0 ? (
            <Text size="sm">No budget is set.</Text>
          ) : (
            <BudgetMeters budgets={data.budgets} />
          )}
          <FactList
            facts={[
              {
                label: 'Active tokens',
                value:
                  data.max_tokens === null
                    ? data.active_tokens
                    : `${data.active_tokens} of ${data.max_tokens}`,
              },
              { label: 'Limits', value: limits.length === 0 ? 'None' : limits.join(', ') },
              ...(models === undefined ? [] : [{ label: 'Allowed models', value: models }]),
            ]}
          />
        </Stack>
      )}
    </FormSection>
  );
}
