import { type UseFormReturnType } from '@mantine/form';
import { type FieldKind, type TokenField } from './token-fields.js';
import { type FieldValues, type TokenFormValues } from './token-form-values.js';

export type TokenFormState = UseFormReturnType<TokenFormValues>;

/** The props of the control of a setting. */
export interface ControlProps {
  field: TokenField;
  form: TokenFormState;
  /** Whether the webhook already has a signing secret. Its value is never shown. */
  hasSecret: boolean;
}

/** The current value of a setting. The caller must pass the correct kind. */
export function getValue<Kind extends FieldKind>(
  form: TokenFormState,
  { name }: TokenField,
): FieldValues[Kind] {
  return form.values.settings[name] as FieldValues[Kind];
}
