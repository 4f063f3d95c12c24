import { NumberField, type NumberFieldProps } from './number-field.js';

/** An input for a whole number. An empty field means "no limit". */
export function LimitInput({
  placeholder = 'No limit',
  min = 1,
  ...props
}: Omit<NumberFieldProps, 'maxDecimals'>) {
  return <NumberField {...props} min={min} maxDecimals={0} placeholder={placeholder} />;
}
