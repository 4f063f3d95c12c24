import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.js';
import { api, getAnswer } from '../api/client.js';
import { Failure } from '../kit/failure.js';
import { submitTo } from '../kit/forms/field-errors.js';
import { type SignedIn } from './session-provider.js';
import { waitingText } from './waiting-text.js';

interface SignInFormProps {
  email?: string;
  onSignedIn: (user: SignedIn, password: string) => void;
}

interface Credentials {
  email: string;
  password: string;
}

interface Countdown {
  /** What is left; 0 where it is not running. */
  seconds: number;
  start: (seconds: number) => void;
}

interface SignInTroubleProps {
  error: Error | null;
  waitSeconds: number;
  /** How many sign-ins of this page were refused. */
  refusals: number;
}

const TICK_MS = 500;
/** From then on the gateway may refuse every password for a while, without saying so. */
const MANY_REFUSALS = 5;
/** Over another dialog, Escape must not close that one. */
const KEEP_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

/** `email`: only this user may sign in, as when a session has expired. */
export function SignInForm({ email, onSignedIn }: SignInFormProps) {
  const countdown = useCountdown();
  const [refusals, setRefusals] = useState(0);
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { email: email ?? '', password: '' },
    validate: {
      email: isNotEmpty('Enter your e-mail address'),
      password: isNotEmpty('Enter your password'),
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
          readOnly={email !== undefined}
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={email === undefined}
          {...KEEP_ESCAPE}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          data-autofocus
          {...KEEP_ESCAPE}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={signIn.isPending} disabled={isLocked} fullWidth {...KEEP_ESCAPE}>
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
        Sign-in from this address is blocked for now. Try again in {waitingText(waitSeconds)}.
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
          After this many attempts, even the correct password may be refused for a while. Wait a few minutes,
          or ask an administrator for a new password.
        </Text>
      )}
    </Alert>
  );
}

/** Counts by the clock, because timers of a page in the background run late. */
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
