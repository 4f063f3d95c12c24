import { Select, type SelectProps } from '@mantine/core';

interface ChoiceFilterProps extends Omit<SelectProps, 'data' | 'label' | 'onChange' | 'value'> {
  /** The filtered property, such as "Provider". */
  label: string;
  data: { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** A filter with a fixed set of values. */
export function ChoiceFilter({ label, data, value, onChange, ...props }: ChoiceFilterProps) {
  // The URL can have a value that is not in the list, or the list may not be loaded yet.
  const isListed = value === undefined || data.some((choice) => choice.value === value);
  return (
    <Select
      w={170}
      aria-label={label}
      placeholder={`Any ${label.toLowerCase()}`}
      data={isListed ? data : [{ value, label: value }, ...data]}
      value={value ?? null}
      onChange={onChange}
      clearable
      {...props}
    />
  );
}
