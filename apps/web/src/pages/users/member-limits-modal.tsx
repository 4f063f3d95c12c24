import { Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldErrors, showErrors, createSubmitHandler } from '../../kit/forms/field-errors.js';
import { FormActions, FormFailure } from '../../kit/forms/form-actions.js';
import { LimitInput } from '../../kit/forms/limit-input.js';
import { leaveAfterWarning } from '../../kit/leaving/ask-before-leaving.js';
import { useUnsavedWarning } from '../../kit/leaving/use-unsaved-warning.js';
import { notifySuccess } from '../../kit/notify.js';
import { ModelListInput } from '../catalog/model-list-input.js';
import { BudgetField } from '../settings/general/budget-control.js';
import { OWNERS } from '../owners/owner-queries.js';
import { TOKENS } from '../tokens/token-queries.js';
import { type MemberLimits, USERS, type User, changeUser } from './user-queries.js';

export interface MemberLimitsModalProps {
  /** Undefined if the dialog is closed. */
  user: User | undefined;
  onClose: () => void;
}

/** The dialog to edit the limits of one member, which override the limits for all members. */
export function MemberLimitsModal({ user, onClose }: MemberLimitsModalProps) {
  const close = (): void => leaveAfterWarning(onClose);
  return (
    <Modal opened={user !== undefined} onClose={close} title={`Limits of ${user?.email ?? ''}`}>
      {user === undefined ? null : <MemberLimitsForm key={user.id} user={user} onClose={onClose} />}
    </Modal>
  );
}

const NUMBERS = [
  ['max_tokens', 'Number of tokens'],
  ['rpm', 'Requests per minute'],
  ['tpm', 'Tokens per minute'],
  ['concurrency', 'Concurrent requests'],
  ['requests_per_day', 'Requests per day'],
] as const satisfies readonly (readonly [keyof MemberLimits, string])[];

const DEFAULT_PLACEHOLDER = 'Default for all members';
const FIELDS = Object.fromEntries(
  [...NUMBERS.map(([name]) => name), 'budget', 'models'].map((name) => [`limits.${name}`, name]),
);

function MemberLimitsForm({ user: { id, email, limits }, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm<MemberLimits>({ initialValues: limits });
  const save = useMutation({
    mutationFn: (changed: MemberLimits) => changeUser(id, { limits: changed }),
    onSuccess: async () => {
      onClose();
      notifySuccess(`Limits of ${email} saved.`);
      await Promise.all([USERS, OWNERS, TOKENS].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError: (error) => showErrors(form, fieldErrors(error, FIELDS)),
  });
  useUnsavedWarning(form, save.isPending);
  return (
    <form onSubmit={createSubmitHandler(form, (values) => save.mutate(values))} noValidate>
      <Stack>
        <FormFailure error={save.error} fieldErrors={form.errors} />
        <Text size="sm" c="dimmed">
          All tokens of this member share these limits. An empty field uses the limit for all members.
        </Text>
        {NUMBERS.map(([name, label]) => (
          <LimitInput
            key={name}
            label={label}
            min={name === 'max_tokens' ? 0 : 1}
            placeholder={DEFAULT_PLACEHOLDER}
            error={form.errors[name]}
            value={form.values[name] ?? ''}
            onChange={(value) => form.setFieldValue(name, typeof value === 'number' ? value : null)}
          />
        ))}
        <BudgetField
          placeholder={DEFAULT_PLACEHOLDER}
          error={form.errors['budget']}
          value={form.values.budget ?? null}
          onChange={(budget) => form.setFieldValue('budget', budget)}
        />
        <ModelListInput
          label="Models"
          placeholder={DEFAULT_PLACEHOLDER}
          error={form.errors['models']}
          value={form.values.models ?? []}
          onChange={(models) => form.setFieldValue('models', models.length === 0 ? null : models)}
        />
        <FormActions submit="Save limits" isSubmitting={save.isPending} cancelTo={onClose} />
      </Stack>
    </form>
  );
}
