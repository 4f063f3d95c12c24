import { TextInput } from '@mantine/core';
import { type Ref } from 'react';
import { fieldPath } from './channel-form-values.js';
import { type ProviderField } from './channel-queries.js';
import { type ChannelFormState } from './use-channel-form.js';

interface ProviderTextInputProps {
  form: ChannelFormState;
  field: ProviderField;
  ref?: Ref<HTMLInputElement>;
}

/** The input for a text setting of a provider, such as an address or a region. */
export function ProviderTextInput({ form, field, ref }: ProviderTextInputProps) {
  const { name, label, type, required, help } = field;
  return (
    <TextInput
      label={label}
      description={help}
      placeholder={field.default ?? undefined}
      type={type}
      withAsterisk={required}
      {...form.getInputProps(fieldPath(name, type))}
      ref={ref}
      value={form.values.texts[name] ?? ''}
    />
  );
}
