import { Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { isEmail, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrapResponse } from '../../api/client.js';
import { fieldErrors, showErrors, createSubmitHandler } from '../../kit/forms/field-errors.js';
import { FormActions, FormFailure } from '../../kit/forms/form-actions.js';
import { leaveAfterWarning } from '../../kit/leaving/ask-before-leaving.js';
import { useUnsavedWarning } from '../../kit/leaving/use-unsaved-warning.js';
import { type IssuedPassword } from './one-time-password.js';
import { USERS, type UserRole } from './user-queries.js';

export interface NewUserModalProps {
  opened: boolean;
  onClose: () => void;
  onIssued: (issued: IssuedPassword) => void;
}

export function NewUserModal({ opened, onClose, onIssued }: NewUserModalProps) {
  return (
    <Modal opened={opened} onClose={() => leaveAfterWarning(onClose)} title="Create a user">
      <NewUserForm onClose={onClose} onIssued={onIssued} />
    </Modal>
  );
}

const FIELDS = { email: 'email', role: 'role' };

function NewUserForm({ onClose, onIssued }: Omit<NewUserModalProps, 'opened'>) {
  const client = useQueryClient();
  const form = useForm<{ email: string; role: UserRole }>({
    initialValues: { email: '', role: 'member' },
    validate: { email: isEmail('Enter an e-mail address, such as ann@example.com.') },
  });
  const create = useMutation({
    mutationFn: (body: typeof form.values) => unwrapResponse(api.POST('/api/users', { body })),
    onSuccess: async ({ email, password }) => {
      onClose();
      if (password !== undefined) onIssued({ email, password });
      await client.invalidateQueries({ queryKey: USERS });
    },
    onError: (error) => showErrors(form, fieldErrors(error, FIELDS)),
  });
  useUnsavedWarning(form, create.isPending);
  return (
    <form onSubmit={createSubmitHandler(form, (values) => create.mutate(values))} noValidate>
      <Stack>
        <FormFailure error={create.error} fieldErrors={form.errors} />
        <TextInput
          data-autofocus
          type="email"
          label="E-mail address"
          autoComplete="off"
          placeholder="ann@example.com"
          {...form.getInputProps('email')}
        />
        <Radio.Group label="Role" {...form.getInputProps('role')}>
          <Stack gap="xs" mt={6}>
            <Radio value="member" label="Member" description="Can view and manage their own tokens." />
            <Radio value="admin" label="Administrator" description="Can view and change everything." />
          </Stack>
        </Radio.Group>
        <Text size="sm" c="dimmed">
          A one-time password is generated and shown in the next step.
        </Text>
        <FormActions submit="Create user" isSubmitting={create.isPending} cancelTo={onClose} />
      </Stack>
    </form>
  );
}
