import { Badge, Button, Group, Stack } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { confirm } from '../../kit/confirm.js';
import { FactList } from '../../kit/fact-list.js';
import { FormSection } from '../../kit/forms/form-section.js';
import { tellDone } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
import { PasswordForm } from '../../session/password-form.js';
import { type SignedIn, useSession } from '../../session/session-provider.js';
import { useSignOut } from '../../session/use-sign-out.js';

const ROLES = {
  admin: 'Administrator: may see and change everything',
  member: 'Member: sees and manages their own tokens',
} as const;

export function AccountPage() {
  const { user, begin } = useSession();
  if (!user) return null;
  const onPasswordChanged = (changed: SignedIn): void => {
    begin(changed);
    tellDone('Password changed. You were signed out everywhere else.');
  };
  return (
    <>
      <PageHeader title="Your account" />
      <Stack gap="lg" maw="40rem">
        <FormSection title="You">
          <FactList
            facts={[
              { label: 'E-mail address', value: user.name },
              { label: 'Role', value: user.role === null ? <Badge>{user.kind}</Badge> : ROLES[user.role] },
            ]}
          />
        </FormSection>
        <FormSection
          title="Password"
          description="Changing it ends every session you have on other browsers and devices."
        >
          <PasswordForm email={user.name} submit="Change the password" onDone={onPasswordChanged} />
        </FormSection>
        <Sessions />
      </Stack>
    </>
  );
}

function Sessions() {
  const here = useSignOut();
  const everywhere = useSignOut('everywhere');
  const askAndSignOut = (): void =>
    confirm({
      title: 'Sign out everywhere?',
      consequence:
        'Every session of yours ends at once, this one included. Tokens of applications keep working.',
      verb: 'Sign out everywhere',
      onConfirm: () => everywhere.mutate(),
    });
  return (
    <FormSection
      title="Sessions"
      description="If you left a browser signed in somewhere, or lost a device, end all sessions and sign in again."
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
        <Button variant="outline" color="red" loading={everywhere.isPending} onClick={askAndSignOut}>
          Sign out everywhere
        </Button>
      </Group>
    </FormSection>
  );
}
