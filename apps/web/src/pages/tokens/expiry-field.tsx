import { Button, Group, TextInput } from '@mantine/core';
import { toLocalMinute } from '../../kit/period/period.js';
import { type TokenFormState } from './use-token-form.js';

const DAY_MS = 86_400_000;
const CHOICES = [
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
] as const;

export function ExpiryField({ form }: { form: TokenFormState }) {
  const expireIn = (days: number) => form.setFieldValue('expiresAt', inDays(days));
  return (
    <div>
      <TextInput
        label="Expires"
        description="From then on it is refused. Empty: never."
        type="datetime-local"
        {...form.getInputProps('expiresAt')}
      />
      <Group gap={4} mt={6}>
        {CHOICES.map(({ label, days }) => (
          <Button
            key={label}
            size="compact-xs"
            variant="default"
            aria-label={`Expires in ${label}`}
            onClick={() => expireIn(days)}
          >
            {label}
          </Button>
        ))}
        {form.values.expiresAt === '' ? null : (
          <Button size="compact-xs" variant="subtle" onClick={() => form.setFieldValue('expiresAt', '')}>
            Never
          </Button>
        )}
      </Group>
    </div>
  );
}

function inDays(days: number): string {
  return toLocalMinute(new Date(Date.now() + days * DAY_MS).toISOString());
}
