import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.js';
import { api, unwrapResponse } from '../api/client.js';
import { Failure } from '../kit/failure.js';
import { createSubmitHandler } from '../kit/forms/field-errors.js';
import { type SessionUser } from './session-provider.js';
import { waitingText } from './waiting-text.js';

interface SignInFormProps {
  email?: string;
  onSignedIn: (user: SessionUser, password: string) => void;
}

interface Credentials {
  email: string;
  password: string;
}

interface Countdown {
  /** The remaining seconds; 0 if the countdown is not running. */
  seconds: number;
  start: (seconds: number) => void;
}

interface SignInProblemProps {
  error: Error | null;
  waitSeconds: number;
  /** The number of failed sign-ins since the page was opened. */
  failures: number;
}

const TICK_MS = 500;
/** After this many failed sign-ins, the gateway may reject even the correct password for a while, with the same error. */
const MANY_FAILURES = 5;
/** Prevents Escape from closing a dialog under this form. */
const KEEP_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

/** If `email` is given, only this user can sign in, for example after the session has expired. */
export function SignInForm({ email, onSignedIn }: SignInFormProps) {
  const countdown = useCountdown();
  const [failures, setFailures] = useState(0);
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { email: email ?? '', password: '' },
    validate: {
      email: isNotEmpty('Enter your e-mail address'),
      password: isNotEmpty('Enter your password'),
    },
  });
  const signIn = useMutation({
    mutationFn: (body: Credentials) => unwrapResponse(api.POST('/api/session', { body })),
    onSuccess: (user, { password }) => onSignedIn(user, password),
    onError: (error) => {
      if (error instanceof ApiError) countdown.start(error.retryAfterSeconds ?? 0);
      if (error instanceof ApiError && error.status === 401) setFailures((count) => count + 1);
      form.getInputNode('password')?.focus();
    },
  });
  const isLocked = countdown.seconds > 0;
  return (
    <form onSubmit={createSubmitHandler(form, (values) => signIn.mutate(values))} noValidate>
      <Stack>
        <SignInProblem error={signIn.error} waitSeconds={countdown.seconds} failures={failures} />
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

function SignInProblem({ error, waitSeconds, failures }: SignInProblemProps) {
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
      {failures < MANY_FAILURES ? null : (
        <Text size="sm" mt="xs">
          After this many attempts, even the correct password may be refused for a while. Wait a few minutes,
          or ask an administrator for a new password.
        </Text>
      )}
    </Alert>
  );
}

/** Uses the clock instead of counting ticks, because browsers delay timers of background pages. */
function useCountdown(): Countdown {
  const [endsAt, setEndsAt] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const isRunning = endsAt > now;
  useEffect(() => {
    if (!isRunning) return undefined;
    const interval = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(interval);
  }, [isRunning]);
  return {
    seconds: Math.max(0, Math.ceil((endsAt - now) / 1_000)),
    start: (seconds) => {
      setNow(Date.now());
      setEndsAt(Date.now() + seconds * 1_000);
    },
  };
}
