import { type UseFormReturnType } from '@mantine/form';
import { ApiError } from '../../api/api-error.js';

/**
 * What the gateway complains about, at the field of the form that it is about. `fields` names the form's field for
 * each part of the request: `budget.usd` is found under itself, or under `budget`. Empty where no field is meant.
 */
export function fieldErrors(error: Error, fields: Readonly<Record<string, string>>): Record<string, string> {
  const place = error instanceof ApiError ? error.field : undefined;
  const field = place === undefined ? undefined : findFormField(place, fields);
  return field === undefined ? {} : { [field]: error.message };
}

/** The field of the form for a part of the request. */
export function findFormField(place: string, fields: Readonly<Record<string, string>>): string | undefined {
  const named = Object.keys(fields)
    .filter((name) => isWithin(place, name))
    .toSorted((a, b) => b.length - a.length)[0];
  return named === undefined ? undefined : fields[named];
}

function isWithin(place: string, name: string): boolean {
  return place === name || place.startsWith(`${name}.`) || place.startsWith(`${name}[`);
}

/** Puts errors at their fields, and whoever types at the first of them. */
export function showErrors<Values extends object>(
  form: UseFormReturnType<Values>,
  errors: Readonly<Record<string, string>>,
): void {
  form.setErrors(errors);
  const [first] = Object.keys(errors);
  if (first !== undefined) form.getInputNode(first)?.focus();
}
