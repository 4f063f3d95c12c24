import { NumberInput, type NumberInputProps } from '@mantine/core';

export type LimitInputProps = Omit<NumberInputProps, 'allowDecimal' | 'allowNegative'>;

/** A whole number, or nothing for "no limit". */
export function LimitInput({ placeholder = 'No limit', min = 1, ...props }: LimitInputProps) {
  return (
    <NumberInput
      min={min}
      allowDecimal={false}
      allowNegative={min < 0}
      thousandSeparator=" "
      hideControls
      placeholder={placeholder}
      {...props}
    />
  );
}
