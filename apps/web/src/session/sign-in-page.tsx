import { Alert, Paper, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Failure } from '../kit/failure.js';
import { PageHeader } from '../kit/page-header.js';
import { Loading } from '../shell/page-fallbacks.js';
import { PasswordForm } from './password-form.js';
import { type SessionUser, useSession } from './session-provider.js';
import { type SessionEnding } from './session-state.js';
import { SignInForm } from './sign-in-form.js';

const ENDINGS: Readonly<Record<SessionEnding, string>> = {
  over: 'Your session has expired. Sign in again to continue where you left off.',
  'signed-out': 'You are signed out.',
};

/** The sign-in form, followed by a form to change the password if the gateway requires it. */
export function SignInPage() {
  const { user, ending, error, refresh, begin } = useSession();
  const { state } = useLocation() as { state: { from?: string } | null };
  const [typedPassword, setTypedPassword] = useState<string>();
  if (user === undefined) {
    return error === null ? <Loading /> : <Failure error={error} onRetry={() => void refresh()} />;
  }
  if (user?.must_change_password === true) {
    return <ChooseOwnPassword user={user} current={typedPassword} onDone={begin} />;
  }
  if (user !== null) return <Navigate to={state?.from ?? '/'} replace />;
  const signIn = (entered: SessionUser, password: string): void => {
    setTypedPassword(entered.must_change_password ? password : undefined);
    begin(entered);
  };
  return (
    <Stack maw="26rem" mx="auto" pt={{ base: 'md', sm: '8vh' }} gap="md">
      <PageHeader title="Sign in" description="Sign in to the console of this gateway." />
      {ending === undefined ? null : (
        <Alert color="gray" icon={<IconInfoCircle />} role="status">
          {ENDINGS[ending]}
        </Alert>
      )}
      <Paper withBorder p="lg">
        <SignInForm onSignedIn={signIn} />
      </Paper>
      <Text size="sm" c="dimmed">
        No account, or forgot your password? Ask an administrator.
      </Text>
    </Stack>
  );
}

interface ChooseOwnPasswordProps {
  user: SessionUser;
  /** The password that the user has just entered, so that they need not signIn it again. */
  current: string | undefined;
  onDone: (user: SessionUser) => void;
}

function ChooseOwnPassword({ user, current, onDone }: ChooseOwnPasswordProps) {
  return (
    <Stack maw="26rem" mx="auto" pt={{ base: 'md', sm: '8vh' }} gap="md">
      <PageHeader
        title="Choose your password"
        description="Your current password is a one-time password. Choose your own to continue."
      />
      <Paper withBorder p="lg">
        <PasswordForm email={user.name} current={current} submit="Set password" onDone={onDone} />
      </Paper>
    </Stack>
  );
}
