import { PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { GrowingTextarea } from '../../kit/forms/growing-textarea.js';
import { type ProviderField } from './channel-queries.js';
import { type ChannelFormState } from './use-channel-form.js';

interface AuthFieldsProps {
  form: ChannelFormState;
  field: ProviderField;
  /** The names of the secrets that are already stored. */
  stored: readonly string[];
}

type Member = ProviderField['members'][number];

const MAX_ROWS = 12;

/** The fields of a cloud identity, which replaces the API keys. */
export function AuthFields({ form, field, stored }: AuthFieldsProps) {
  return (
    <>
      <Switch
        label={field.label}
        description={field.help}
        {...form.getInputProps('hasAuth', { type: 'checkbox' })}
      />
      {form.values.hasAuth ? (
        <Stack role="group" aria-label={field.label}>
          {field.members.map((member) => (
            <AuthMember
              key={member.name}
              form={form}
              member={member}
              isStored={stored.includes(member.name)}
            />
          ))}
        </Stack>
      ) : null}
    </>
  );
}

function AuthMember({
  form,
  member,
  isStored,
}: {
  form: ChannelFormState;
  member: Member;
  isStored: boolean;
}) {
  const path = `auth.${member.name}`;
  const input = {
    label: member.label,
    description: member.help,
    placeholder: isStored ? 'Stored; not shown again' : undefined,
    autoComplete: 'off',
    ...form.getInputProps(path),
    value: form.values.auth[member.name] ?? '',
  };
  switch (member.type) {
    case 'secret':
      return <PasswordInput data-1p-ignore {...input} />;
    case 'json':
      return <GrowingTextarea minRows={3} maxRows={MAX_ROWS} spellCheck={false} {...input} />;
    default:
      return <TextInput type={member.type} {...input} />;
  }
}
