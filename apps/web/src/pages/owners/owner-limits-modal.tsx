import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Schema } from '../../api/client.js';
import { fieldErrors, showErrors, createSubmitHandler } from '../../kit/forms/field-errors.js';
import { FormActions, FormFailure } from '../../kit/forms/form-actions.js';
import { LimitInput } from '../../kit/forms/limit-input.js';
import { leaveAfterWarning } from '../../kit/leaving/ask-before-leaving.js';
import { useUnsavedWarning } from '../../kit/leaving/use-unsaved-warning.js';
import { notifySuccess } from '../../kit/notify.js';
import { type Budget } from '../../kit/budget/budget-value.js';
import { BudgetField } from '../settings/general/budget-control.js';
import { TOKENS } from '../tokens/token-queries.js';
import { OWNERS, type Owner, changeOwnerLimits } from './owner-queries.js';

type LimitedOwner = Pick<Owner, 'name' | 'limits'>;
type Limits = Schema<'OwnerLimitsInput'>;

interface OwnerLimitsModalProps {
  /** A new owner has an empty name. Undefined if the dialog is closed. */
  owner: LimitedOwner | undefined;
  onClose: () => void;
}

interface FormValues {
  name: string;
  rpm: number | '';
  tpm: number | '';
  concurrency: number | '';
  requests_per_day: number | '';
  budget: Budget | null;
}

export const NEW_OWNER: LimitedOwner = { name: '', limits: null };

const NUMBERS = [
  ['rpm', 'Requests per minute'],
  ['tpm', 'Tokens per minute'],
  ['concurrency', 'Concurrent requests'],
  ['requests_per_day', 'Requests per day'],
] as const;

const MAX_LIMIT = 1_000_000_000;
const MAX_NAME_LENGTH = 128;
const FIELDS = Object.fromEntries(
  ['name', ...NUMBERS.map(([name]) => name), 'budget'].map((name) => [name, name]),
);

/** The dialog to edit the limits and the budget that all tokens of an owner share. */
export function OwnerLimitsModal({ owner, onClose }: OwnerLimitsModalProps) {
  const title = owner?.name === '' ? 'New owner' : `Limits of ${owner?.name ?? ''}`;
  return (
    <Modal opened={owner !== undefined} onClose={() => leaveAfterWarning(onClose)} title={title}>
      {owner === undefined ? null : <OwnerLimitsForm key={owner.name} owner={owner} onClose={onClose} />}
    </Modal>
  );
}

function OwnerLimitsForm({ owner, onClose }: { owner: LimitedOwner; onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm<FormValues>({
    initialValues: toValues(owner),
    validate: {
      name: (name) =>
        name.trim() === '' || name.trim().length > MAX_NAME_LENGTH
          ? `Enter a name of 1 to ${MAX_NAME_LENGTH} characters.`
          : null,
    },
  });
  const save = useMutation({
    mutationFn: (values: FormValues) => changeOwnerLimits(values.name.trim(), toLimits(values)),
    onSuccess: async ({ name }) => {
      onClose();
      notifySuccess(`Limits of ${name} saved.`);
      await Promise.all([OWNERS, TOKENS].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError: (error) => showErrors(form, fieldErrors(error, FIELDS)),
  });
  useUnsavedWarning(form, save.isPending);
  return (
    <form onSubmit={createSubmitHandler(form, (values) => save.mutate(values))} noValidate>
      <Stack>
        <FormFailure error={save.error} fieldErrors={form.errors} />
        <Text size="sm" c="dimmed">
          All tokens of this owner share these limits. Each token can have its own limits as well.
        </Text>
        {owner.name === '' ? (
          <TextInput
            data-autofocus
            label="Name"
            description="The owner name that tokens use, such as the name of a project."
            autoComplete="off"
            {...form.getInputProps('name')}
          />
        ) : null}
        {NUMBERS.map(([name, label]) => (
          <LimitInput key={name} label={label} max={MAX_LIMIT} {...form.getInputProps(name)} />
        ))}
        <BudgetField
          placeholder="No budget"
          error={form.errors['budget']}
          value={form.values.budget}
          onChange={(budget) => form.setFieldValue('budget', budget)}
        />
        <FormActions
          submit="Save limits"
          isSubmitting={save.isPending}
          cancelTo={() => leaveAfterWarning(onClose)}
        />
      </Stack>
    </form>
  );
}

function toValues({ name, limits }: LimitedOwner): FormValues {
  return {
    name,
    rpm: limits?.rpm ?? '',
    tpm: limits?.tpm ?? '',
    concurrency: limits?.concurrency ?? '',
    requests_per_day: limits?.requests_per_day ?? '',
    budget: limits?.budget ?? null,
  };
}

/** An empty field removes the limit. */
function toLimits({ rpm, tpm, concurrency, requests_per_day: perDay, budget }: FormValues): Limits {
  return {
    rpm: toLimit(rpm),
    tpm: toLimit(tpm),
    concurrency: toLimit(concurrency),
    requests_per_day: toLimit(perDay),
    budget,
  };
}

function toLimit(value: number | ''): number | null {
  return value === '' ? null : value;
}
