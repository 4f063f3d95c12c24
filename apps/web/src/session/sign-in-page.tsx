import { Alert, Button, Paper, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { submitTo } from '../kit/forms/field-errors.js';
import { ApiError } from '../api/api-error.js';
import { api, getAnswer } from '../api/client.js';
import { Failure } from '../kit/failure.js';
import { PageHeader } from '../kit/page-header.js';
import { Loading } from '../shell/page-fallbacks.js';
import { PasswordForm } from './password-form.js';
import { type SignedIn, useSession } from './session-provider.js';
import { type SessionEnding } from './session-state.js';
import { waitingText } from './waiting-text.js';

const ENDINGS: Readonly<Record<SessionEnding, string>> = {
  over: 'Your session is over. Sign in again to go on where you were.',
  'signed-out': 'You are signed out.',
};

interface SignInFormProps {
  onSignedIn: (user: SignedIn, password: string) => void;
}

interface Credentials {
  email: string;
  password: string;
}

interface Countdown {
  /** What is left; 0 where nothing is being waited for. */
  seconds: number;
  start: (seconds: number) => void;
}

interface SignInTroubleProps {
  error: Error | null;
  waitSeconds: number;
  /** How often this page was told that the credentials are wrong. */
  refusals: number;
}

const TICK_MS = 500;
/** From then on the gateway may not look at passwords for a while, and does not say so to strangers. */
const MANY_REFUSALS = 5;

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

function SignInForm({ onSignedIn }: SignInFormProps) {
  const countdown = useCountdown();
  const [refusals, setRefusals] = useState(0);
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: isNotEmpty('Type the e-mail address of your account'),
      password: isNotEmpty('Type your password'),
    },
  });
  const signIn = useMutation({
    mutationFn: (body: Credentials) => getAnswer(api.POST('/api/session', { body })),
    onSuccess: (user, { password }) => onSignedIn(user, password),
    onError: (error) => {
      if (error instanceof ApiError) countdown.start(error.retryAfterSeconds ?? 0);
      if (error instanceof ApiError && error.status === 401) setRefusals((count) => count + 1);
      form.getInputNode('password')?.focus();
    },
  });
  const isLocked = countdown.seconds > 0;
  return (
    <form onSubmit={submitTo(form, (values) => signIn.mutate(values))} noValidate>
      <Stack>
        <SignInTrouble error={signIn.error} waitSeconds={countdown.seconds} refusals={refusals} />
        <TextInput
          label="E-mail address"
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={signIn.isPending} disabled={isLocked} fullWidth>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}

function SignInTrouble({ error, waitSeconds, refusals }: SignInTroubleProps) {
  if (waitSeconds > 0) {
    return (
      <Alert color="orange" icon={<IconAlertTriangle />} title="Too many attempts" role="alert">
        For everybody’s safety this address has to wait. Try again in {waitingText(waitSeconds)}.
      </Alert>
    );
  }
  if (error === null) return null;
  if (!(error instanceof ApiError)) return <Failure error={error} />;
  if (error.status === 429) {
    return (
      <Alert color="gray" icon={<IconAlertTriangle />} role="status">
        You can try again now.
      </Alert>
    );
  }
  if (error.status !== 401) return <Failure error={error} />;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title="Sign-in failed" role="alert">
      {error.message}
      {refusals < MANY_REFUSALS ? null : (
        <Text size="sm" mt="xs">
          After this many attempts the right password may be refused for a while, too. Wait some minutes
          before the next one, or ask an administrator for a new password.
        </Text>
      )}
    </Alert>
  );
}

/** Counts by the clock: a page in the background may tick late. */
function useCountdown(): Countdown {
  const [endsAt, setEndsAt] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const isRunning = endsAt > now;
  useEffect(() => {
    if (!isRunning) return undefined;
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, [isRunning]);
  return {
    seconds: Math.max(0, Math.ceil((endsAt - now) / 1_000)),
    start: (seconds) => {
      setNow(Date.now());
      setEndsAt(Date.now() + seconds * 1_000);
    },
  };
}
