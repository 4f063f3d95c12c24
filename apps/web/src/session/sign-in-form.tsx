import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../api/api-error.js';
import { getAnswer, api } from '../api/client.js';
import { Failure } from '../kit/failure.js';
import { type SignedIn } from './session-provider.js';
import { useCountdown } from './use-countdown.js';
import { waitingText } from './waiting-text.js';

export interface SignInFormProps {
  onSignedIn: (user: SignedIn, password: string) => void;
}

interface Credentials {
  email: string;
  password: string;
}

export function SignInForm({ onSignedIn }: SignInFormProps) {
  const countdown = useCountdown();
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
      form.getInputNode('password')?.focus();
    },
  });
  const isLocked = countdown.seconds > 0;
  return (
    <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
      <Stack>
        <SignInTrouble error={signIn.error} waitSeconds={countdown.seconds} />
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

function SignInTrouble({ error, waitSeconds }: { error: Error | null; waitSeconds: number }) {
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
    <Alert color="red" icon={<IconAlertTriangle />} title="That did not let you in" role="alert">
      {error.message}
    </Alert>
  );
}
