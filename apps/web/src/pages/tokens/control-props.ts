import { type UseFormReturnType } from '@mantine/form';
import { type FieldKind, type TokenField } from './token-fields.js';
import { type FieldValues, type TokenFormValues } from './token-form-values.js';

export type TokenFormState = UseFormReturnType<TokenFormValues>;

/** The props of a control for a setting. */
export interface ControlProps {
  field: TokenField;
  form: TokenFormState;
  /** Whether the webhook already has a signing secret, which is not shown. */
  hasSecret: boolean;
}

/** The present value of a setting, whose kind the caller knows. */
export function getValue<Kind extends FieldKind>(
  form: TokenFormState,
  { name }: TokenField,
): FieldValues[Kind] {
  return form.values.settings[name] as FieldValues[Kind];
}
