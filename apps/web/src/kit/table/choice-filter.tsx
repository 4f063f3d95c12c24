import { Select, type SelectProps } from '@mantine/core';

interface ChoiceFilterProps extends Omit<SelectProps, 'data' | 'label' | 'onChange' | 'value'> {
  /** What is chosen: "Provider". */
  label: string;
  data: { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** Shows only the rows with what is chosen, and all of them where nothing is. */
export function ChoiceFilter({ label, data, value, onChange, ...props }: ChoiceFilterProps) {
  // An address may name what is not among the choices, or not yet.
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
