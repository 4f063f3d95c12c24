import { Button, PasswordInput, Stack } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.js';
import { api, unwrapResponse } from '../api/client.js';
import { fieldErrors, showErrors, createSubmitHandler } from '../kit/forms/field-errors.js';
import { FormFailure } from '../kit/forms/form-actions.js';
import { useUnsavedWarning } from '../kit/leaving/use-unsaved-warning.js';
import { newPasswordProblem } from './new-password-problem.js';
import { type SessionUser } from './session-provider.js';

export interface PasswordFormProps {
  /** The username under which password managers store the password. */
  email: string;
  /** The current password. If it is not given, the form has a field for it. */
  current?: string;
  submit: string;
  onDone: (user: SessionUser) => void;
}

interface Passwords {
  current: string;
  next: string;
  again: string;
}

const FIELDS = { current: 'current', new: 'next' };

export function PasswordForm({ email, current: currentPassword, submit, onDone }: PasswordFormProps) {
  const form = useForm<Passwords>({
    mode: 'uncontrolled',
    initialValues: { current: currentPassword ?? '', next: '', again: '' },
    validate: {
      current: isNotEmpty('Enter your current password'),
      next: (next, { current }) => newPasswordProblem(next, current),
      again: (again, { next }) => (again === next ? null : 'The passwords do not match'),
    },
  });
  const change = useMutation({
    mutationFn: ({ current, next }: Passwords) =>
      unwrapResponse(api.POST('/api/session/password', { body: { current, new: next } })),
    onSuccess: (user) => {
      form.reset();
      onDone(user);
    },
    onError: (error) => showErrors(form, getErrors(error)),
  });
  useUnsavedWarning(form, change.isPending);
  return (
    <form onSubmit={createSubmitHandler(form, (values) => change.mutate(values))} noValidate>
      <Stack>
        <FormFailure error={change.error} fieldErrors={form.errors} />
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {currentPassword === undefined ? (
          <PasswordInput
            label="Current password"
            name="current"
            autoComplete="current-password"
            key={form.key('current')}
            {...form.getInputProps('current')}
          />
        ) : null}
        <PasswordInput
          label="New password"
          name="new"
          description="At least 12 characters. Several words in a row are easy to remember."
          autoComplete="new-password"
          key={form.key('next')}
          {...form.getInputProps('next')}
        />
        <PasswordInput
          label="Confirm new password"
          name="again"
          autoComplete="new-password"
          key={form.key('again')}
          {...form.getInputProps('again')}
        />
        <Button type="submit" loading={change.isPending}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}

/** For a wrong current password, the API returns the same error code as for a failed sign-in. */
function getErrors(error: Error): Record<string, string> {
  const isWrongPassword = error instanceof ApiError && error.code === 'invalid_credentials';
  return isWrongPassword ? { current: 'This is not your current password' } : fieldErrors(error, FIELDS);
}
