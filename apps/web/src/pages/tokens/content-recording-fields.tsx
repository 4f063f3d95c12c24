import { List, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { type UseFormReturnType } from '@mantine/form';
import { FormSection } from '../../kit/forms/form-section.js';
import { useSession } from '../../session/session-provider.js';
import { type TokenFormValues } from './token-form-values.js';

export const MAX_CONTENT_DAYS = 3650;

/** Whether prompts and answers are kept. Only an admin decides that. */
export function ContentRecordingFields({ form }: { form: UseFormReturnType<TokenFormValues> }) {
  const { user } = useSession();
  if (user?.role === 'member') return null;
  return (
    <FormSection title="Recording">
      <Switch
        label="Keep prompts and answers"
        description="Off: nothing of what requests say is stored."
        {...form.getInputProps('isRecorded', { type: 'checkbox' })}
      />
      {form.values.isRecorded ? (
        <Stack gap="sm">
          <NumberInput
            label="Delete after"
            description="Counted from each request."
            suffix=" days"
            min={1}
            max={MAX_CONTENT_DAYS}
            allowDecimal={false}
            withAsterisk
            {...form.getInputProps('contentDays')}
          />
          <KeptContent />
        </Stack>
      ) : null}
    </FormSection>
  );
}

/** What somebody who turns it on should know. */
function KeptContent() {
  return (
    <div>
      <Text size="sm" fw={500}>
        From the next request on, this is kept:
      </Text>
      <List size="sm" mt={4}>
        <List.Item>Every prompt and every answer of this token, up to 1 MB each, encrypted.</List.Item>
        <List.Item>Images, audio and files only by type and size. Keys and headers never.</List.Item>
        <List.Item>What the redaction policy names is taken out first.</List.Item>
        <List.Item>
          Admins can read it, and the owner where that is a member. Each look is in the audit log.
        </List.Item>
      </List>
      <Text size="sm" c="dimmed" mt={4}>
        Tell the people who use this token.
      </Text>
    </div>
  );
}
