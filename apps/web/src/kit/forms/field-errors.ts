import { type UseFormReturnType } from '@mantine/form';
import { type FormEvent, type ReactNode } from 'react';
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
  errors: Readonly<Record<string, ReactNode>>,
): void {
  form.setErrors(errors);
  // Once a part of the form that was folded is open.
  requestAnimationFrame(() => {
    const fields = Object.keys(errors).flatMap((name) => form.getInputNode(name) ?? []);
    fields.toSorted(byPlace)[0]?.focus();
  });
}

/** Those first that come first on the page. */
function byPlace(one: Node, other: Node): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/**
 * What a form does when it is sent: where something is wrong, it shows that, wherever on the page it is, and with it what
 * `findOthers` finds.
 */
export function submitTo<Values extends object>(
  form: UseFormReturnType<Values>,
  onSubmit: (values: Values) => void,
  findOthers?: (values: Values) => Promise<Record<string, string>>,
): (event: FormEvent<HTMLFormElement>) => void {
  return form.onSubmit(onSubmit, (errors, values) => {
    showErrors(form, errors);
    // Without an answer, what is known already is shown.
    findOthers?.(values).then(
      (others) => showErrors(form, { ...others, ...errors }),
      () => undefined,
    );
  });
}
