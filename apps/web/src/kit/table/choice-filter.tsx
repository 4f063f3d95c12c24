import { Select, type SelectProps } from '@mantine/core';

interface ChoiceFilterProps extends Omit<SelectProps, 'data' | 'label' | 'onChange' | 'value'> {
  /** The subject of the choice: "Provider". */
  label: string;
  data: { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** Filters rows by one of several values; shows all rows where none is chosen. */
export function ChoiceFilter({ label, data, value, onChange, ...props }: ChoiceFilterProps) {
  // The address may have a value that is not among the choices, or not loaded yet.
  const isOffered = value === undefined || data.some((choice) => choice.value === value);
  return (
    <Select
      w={170}
      aria-label={label}
      placeholder={`Any ${label.toLowerCase()}`}
      data={isOffered ? data : [{ value, label: value }, ...data]}
      value={value ?? null}
      onChange={onChange}
      clearable
      {...props}
    />
  );
}
