import { FileInput, TextInput } from '@mantine/core';
import { type FormField } from '../../playground/call/api-request.js';

interface FormFieldsProps {
  fields: readonly FormField[];
  onChange: (fields: readonly FormField[]) => void;
  /** Whether it was sent, so that what is missing is told. */
  isChecked: boolean;
}

/** A field for each part of a form: files are chosen, the rest is typed. */
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

/** An example has a name for its file, and nothing in it. */
export function isUnchosen({ value }: FormField): boolean {
  return typeof value !== 'string' && value.size === 0;
}
