import { type UseFormReturnType } from '@mantine/form';

/** Puts errors at their fields, and whoever types at the first of them. */
export function showErrors<Values extends object>(
  form: UseFormReturnType<Values>,
  errors: Readonly<Record<string, string>>,
): void {
  form.setErrors(errors);
  const [first] = Object.keys(errors);
  if (first !== undefined) form.getInputNode(first)?.focus();
}
