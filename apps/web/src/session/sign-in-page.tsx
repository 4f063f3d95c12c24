import { Alert, Paper, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Failure } from '../kit/failure.js';
import { PageHeader } from '../kit/page-header.js';
import { Loading } from '../shell/loading.js';
import { PasswordForm } from './password-form.js';
import { type SessionEnding } from './session-state.js';
import { type SignedIn, useSession } from './session-provider.js';
import { SignInForm } from './sign-in-form.js';

const ENDINGS: Readonly<Record<SessionEnding, string>> = {
  over: 'Your session is over. Sign in again to go on where you were.',
  'signed-out': 'You are signed out.',
};

/** Where people sign in, and choose a password of their own where the gateway asks for one. */
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
  const enter = (entered: SignedIn, password: string): void => {
    setTypedPassword(entered.must_change_password ? password : undefined);
    begin(entered);
  };
  return (
    <Stack maw="26rem" mx="auto" pt={{ base: 'md', sm: '8vh' }} gap="md">
      <PageHeader title="Sign in" description="To the console of this gateway." />
      {ending === undefined ? null : (
        <Alert color="gray" icon={<IconInfoCircle />} role="status">
          {ENDINGS[ending]}
        </Alert>
      )}
      <Paper withBorder p="lg">
        <SignInForm onSignedIn={enter} />
      </Paper>
      <Text size="sm" c="dimmed">
        No account? Ask an administrator for one. If you forgot your password, they can give you a new one.
      </Text>
    </Stack>
  );
}

interface ChooseOwnPasswordProps {
  user: SignedIn;
  /** As it was just typed, so that nobody has to type it twice. */
  current: string | undefined;
  onDone: (user: SignedIn) => void;
}

function ChooseOwnPassword({ user, current, onDone }: ChooseOwnPasswordProps) {
  return (
    <Stack maw="26rem" mx="auto" pt={{ base: 'md', sm: '8vh' }} gap="md">
      <PageHeader
        title="Choose your password"
        description="The one you signed in with was made for you, and is good only for this."
      />
      <Paper withBorder p="lg">
        <PasswordForm
          email={user.name}
          current={current}
          submit="Set the password and go on"
          onDone={onDone}
        />
      </Paper>
    </Stack>
  );
}
