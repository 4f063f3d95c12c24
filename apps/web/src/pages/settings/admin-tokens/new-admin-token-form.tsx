import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { type UseMutationResult } from '@tanstack/react-query';
import { type Schema } from '../../../api/client.js';
import { fieldErrors } from '../../../kit/forms/field-errors.js';
import { FormFailure } from '../../../kit/forms/form-failure.js';
import { ScopesInput } from './scopes-input.js';
import { type Scope } from './scopes.js';

const DAY_MS = 86_400_000;
const NEVER = 'never';
const EXPIRIES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: NEVER, label: 'Never' },
];
const FIELDS = { name: 'name', scopes: 'scopes', expires_at: 'days' };

type Input = Schema<'NewAdminTokenInput'>;

export interface NewAdminTokenFormProps {
  create: Pick<UseMutationResult<unknown, Error, Input>, 'mutate' | 'isPending' | 'error'>;
  onCancel: () => void;
}

export function NewAdminTokenForm({ create, onCancel }: NewAdminTokenFormProps) {
  const form = useForm<{ name: string; scopes: Scope[]; days: string }>({
    initialValues: { name: '', scopes: [], days: '90' },
    validate: {
      name: isNotEmpty('Give it a name that tells what uses it'),
      scopes: isNotEmpty('Choose at least one thing that it may do'),
    },
  });
  const submit = ({ name, scopes, days }: typeof form.values): void =>
    create.mutate(
      { name: name.trim(), scopes, expires_at: toExpiry(days) },
      { onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) },
    );
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <FormFailure error={create.error} fieldErrors={form.errors} />
        <TextInput
          data-autofocus
          label="Name"
          placeholder="Nightly report"
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <ScopesInput {...form.getInputProps('scopes')} />
        <Select label="Expires" data={EXPIRIES} allowDeselect={false} {...form.getInputProps('days')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create the admin token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function toExpiry(days: string): string | null {
  return days === NEVER ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
}
