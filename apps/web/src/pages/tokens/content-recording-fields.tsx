import { List, Stack, Switch, Text } from '@mantine/core';
import { NumberField } from '../../kit/forms/number-field.js';
import { type ControlProps, getValue } from './control-props.js';
import { settingPath } from './token-form-values.js';

const MAX_CONTENT_DAYS = 3650;

/** The setting to record prompts and responses. */
export function RetentionControl({ field, form }: ControlProps) {
  const { isOn } = getValue<'retention'>(form, field);
  return (
    <>
      <Switch
        label={field.label}
        description={field.description}
        {...form.getInputProps(settingPath(field.name, 'isOn'), { type: 'checkbox' })}
      />
      {isOn ? (
        <Stack gap="sm">
          <NumberField
            label="Delete after"
            description="Counted from the time of each request."
            suffix="days"
            min={1}
            max={MAX_CONTENT_DAYS}
            maxDecimals={0}
            withAsterisk
            {...form.getInputProps(settingPath(field.name, 'ttl_days'))}
          />
          <RecordingNote />
        </Stack>
      ) : null}
    </>
  );
}

/** Explains the consequences of recording before it is turned on. */
function RecordingNote() {
  return (
    <div>
      <Text size="sm" fw={500}>
        Starting with the next request:
      </Text>
      <List size="sm" mt={4}>
        <List.Item>Every prompt and response of this token is stored encrypted, up to 1 MB each.</List.Item>
        <List.Item>
          Images, audio and files are stored as type and size only. Keys and headers are not stored.
        </List.Item>
        <List.Item>The redaction policy is applied first.</List.Item>
        <List.Item>
          Administrators can read it, and so can the owner if the owner is a member. Every access is in the
          audit log.
        </List.Item>
      </List>
      <Text size="sm" c="dimmed" mt={4}>
        Inform the people who use this token.
      </Text>
    </div>
  );
}
