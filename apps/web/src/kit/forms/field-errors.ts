import { type UseFormReturnType } from '@mantine/form';
import { type FormEvent, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';

/**
 * The error of the gateway, at the field of the form that it names. `fields` has the form's field for each part of the
 * request: `budget.usd` is found under itself, or under `budget`. Empty where the error names no field.
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

/** Shows errors at their fields and focuses the first of these. */
export function showErrors<Values extends object>(
  form: UseFormReturnType<Values>,
  errors: Readonly<Record<string, ReactNode>>,
): void {
  form.setErrors(errors);
  // A folded part of the form opens first.
  requestAnimationFrame(() => {
    const fields = Object.keys(errors).flatMap((name) => form.getInputNode(name) ?? []);
    fields.toSorted(byPlace)[0]?.focus();
  });
}

/** In the order of the page. */
function byPlace(one: Node, other: Node): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/**
 * Submits a form where all of its fields are valid. Otherwise it shows the errors, with those that `findOthers` finds,
 * and focuses the first invalid field.
 */
export function submitTo<Values extends object>(
  form: UseFormReturnType<Values>,
  onSubmit: (values: Values) => void,
  findOthers?: (values: Values) => Promise<Record<string, string>>,
): (event: FormEvent<HTMLFormElement>) => void {
  const submit = form.onSubmit(onSubmit, (errors, values) => {
    showErrors(form, errors);
    // Without a response, the known errors stay.
    findOthers?.(values).then(
      (others) => showErrors(form, { ...others, ...errors }),
      () => undefined,
    );
  });
  return (event) => {
    // The text of a number field that is not valid is in the field alone, and not in the values of the form.
    const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:invalid')];
    const invalid = fields.find(({ validity }) => validity.customError);
    if (invalid === undefined) return submit(event);
    event.preventDefault();
    invalid.focus();
  };
}
