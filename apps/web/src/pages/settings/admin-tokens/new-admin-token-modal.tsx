import { Button, Checkbox, Group, Input, Modal, Select, Stack, Switch, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Schema, api, unwrapResponse } from '../../../api/client.js';
import { gatewayAddress } from '../../../app/addresses.js';
import { CodeBlock } from '../../../kit/code-block.js';
import { fieldErrors, showErrors, createSubmitHandler } from '../../../kit/forms/field-errors.js';
import { FormActions, FormFailure } from '../../../kit/forms/form-actions.js';
import { leaveAfterWarning } from '../../../kit/leaving/ask-before-leaving.js';
import { useUnsavedWarning } from '../../../kit/leaving/use-unsaved-warning.js';
import { OneTimeSecret } from '../../../kit/one-time-secret.js';
import { SmallTable } from '../../../kit/table/small-table.js';
import { ADMIN_TOKENS } from './admin-token-queries.js';
import { ALL_SCOPES, SCOPES_BY_RESOURCE, type Scope } from './scopes.js';

interface NewAdminTokenModalProps {
  opened: boolean;
  onClose: () => void;
}

const DAY_MS = 86_400_000;
const NEVER = 'never';
const EXPIRIES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: NEVER, label: 'Never' },
];
const FIELDS = { name: 'name', scopes: 'scopes', expires_at: 'days' };

type NewAdminTokenInput = Schema<'NewAdminTokenInput'>;

interface NewAdminTokenFormProps {
  create: Pick<UseMutationResult<unknown, Error, NewAdminTokenInput>, 'mutate' | 'isPending' | 'error'>;
  onCancel: () => void;
}

interface ScopesInputProps {
  value?: Scope[];
  onChange?: (scopes: Scope[]) => void;
  error?: ReactNode;
}

/** The dialog to create an admin token: the form, then the key, which is shown only once. */
export function NewAdminTokenModal({ opened, onClose }: NewAdminTokenModalProps) {
  const client = useQueryClient();
  const [key, setKey] = useState<string>();
  const create = useMutation({
    mutationFn: (body: Schema<'NewAdminTokenInput'>) =>
      unwrapResponse(api.POST('/api/admin-tokens', { body })),
    onSuccess: async (issued) => {
      setKey(issued.key);
      await client.invalidateQueries({ queryKey: ADMIN_TOKENS });
    },
  });
  const close = (): void => {
    onClose();
    setKey(undefined);
    create.reset();
  };
  return (
    <Modal
      opened={opened}
      onClose={() => leaveAfterWarning(close)}
      title={key === undefined ? 'Create an admin token' : 'Your admin token'}
      closeOnClickOutside={key === undefined}
      size="lg"
    >
      {key === undefined ? (
        <NewAdminTokenForm create={create} onCancel={close} />
      ) : (
        <Stack>
          <OneTimeSecret noun="the admin token" secret={key} />
          <CodeBlock
            label="the example"
            code={`curl ${gatewayAddress}/api/session \\\n  -H "Authorization: Bearer ${key}"`}
          />
          <Group justify="flex-end">
            <Button onClick={close}>I have copied it</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function NewAdminTokenForm({ create, onCancel }: NewAdminTokenFormProps) {
  const form = useForm<{ name: string; scopes: Scope[]; days: string }>({
    initialValues: { name: '', scopes: [], days: '90' },
    validate: {
      name: isNotEmpty('Enter a name, such as the name of the script.'),
      scopes: isNotEmpty('Choose at least one scope.'),
    },
  });
  useUnsavedWarning(form, create.isPending);
  const submit = ({ name, scopes, days }: typeof form.values): void =>
    create.mutate(
      { name: name.trim(), scopes, expires_at: toExpiry(days) },
      { onError: (error) => showErrors(form, fieldErrors(error, FIELDS)) },
    );
  return (
    <form onSubmit={createSubmitHandler(form, submit)} noValidate>
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
        <FormActions submit="Create admin token" isSubmitting={create.isPending} cancelTo={onCancel} />
      </Stack>
    </form>
  );
}

function toExpiry(days: string): string | null {
  return days === NEVER ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
}

function ScopesInput({ value = [], onChange, error }: ScopesInputProps) {
  const hasAllScopes = value.includes(ALL_SCOPES);
  const toggle = (scope: Scope): void =>
    onChange?.(value.includes(scope) ? value.filter((other) => other !== scope) : [...value, scope]);
  const renderCheckbox = (scope: Scope | undefined, label: string): ReactNode =>
    scope === undefined ? null : (
      <Checkbox aria-label={label} checked={value.includes(scope)} onChange={() => toggle(scope)} />
    );
  return (
    <Input.Wrapper label="Scopes" labelElement="div" error={error}>
      <Switch
        my="xs"
        label="All scopes"
        checked={hasAllScopes}
        onChange={() => onChange?.(hasAllScopes ? [] : [ALL_SCOPES])}
      />
      {hasAllScopes ? null : (
        <SmallTable
          aria-label="Scopes"
          verticalSpacing={6}
          withRowBorders={false}
          columns={[
            { header: 'Resource', isHeading: true, cell: ({ label }) => label },
            {
              header: 'Read',
              width: '90px',
              cell: ({ label, read }) => renderCheckbox(read, `${label}: read`),
            },
            {
              header: 'Change',
              width: '90px',
              cell: ({ label, write }) => renderCheckbox(write, `${label}: change`),
            },
          ]}
          rows={SCOPES_BY_RESOURCE}
          rowKey={({ noun }) => noun}
        />
      )}
    </Input.Wrapper>
  );
}
