import { FileInput, TextInput } from '@mantine/core';
import { type FormField } from '../../playground/call/api-request.js';

interface FormFieldsProps {
  fields: readonly FormField[];
  onChange: (fields: readonly FormField[]) => void;
  /** Whether the form was submitted, so that missing files are marked. */
  isChecked: boolean;
}

/** An input for each part of a multipart form. */
export function FormFields({ fields, onChange, isChecked }: FormFieldsProps) {
  const change = (name: string, value: string | File): void =>
    onChange(fields.map((field) => (field.name === name ? { name, value } : field)));
  return fields.map((field) => {
    const { name, value } = field;
    if (typeof value === 'string') {
      return (
        <TextInput
          key={name}
          label={name}
          value={value}
          onChange={(event) => change(name, event.currentTarget.value)}
        />
      );
    }
    const isMissing = isUnchosen(field);
    return (
      <FileInput
        key={name}
        label={name}
        placeholder="Choose a file"
        value={isMissing ? null : value}
        onChange={(file) => change(name, file ?? new File([], value.name))}
        error={isChecked && isMissing ? 'Choose a file.' : undefined}
        clearable
      />
    );
  });
}

/** The file of an example has a name and no content. */
export function isUnchosen({ value }: FormField): boolean {
  return typeof value !== 'string' && value.size === 0;
}
