import { type UseFormReturnType } from '@mantine/form';
import { type FormEvent, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';

/**
 * Assigns an error of the gateway to the form field that it names. `fields` maps paths of the request to form fields; a path
 * such as `budget.usd` falls back to `budget`. The result is empty if the error names no field.
 */
export function fieldErrors(error: Error, fields: Readonly<Record<string, string>>): Record<string, string> {
  const path = error instanceof ApiError ? error.field : undefined;
  const field = path === undefined ? undefined : findFormField(path, fields);
  return field === undefined ? {} : { [field]: error.message };
}

/** The form field for a path of the request. */
export function findFormField(path: string, fields: Readonly<Record<string, string>>): string | undefined {
  const named = Object.keys(fields)
    .filter((name) => isWithin(path, name))
    .toSorted((a, b) => b.length - a.length)[0];
  return named === undefined ? undefined : fields[named];
}

function isWithin(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}

/** Shows errors at their fields and focuses the first of these fields. */
export function showErrors<Values extends object>(
  form: UseFormReturnType<Values>,
  errors: Readonly<Record<string, ReactNode>>,
): void {
  form.setErrors(errors);
  // Wait for a collapsed section of the form to open.
  requestAnimationFrame(() => {
    const fields = Object.keys(errors).flatMap((name) => form.getInputNode(name) ?? []);
    fields.toSorted(byDocumentOrder)[0]?.focus();
  });
}

function byDocumentOrder(one: Node, other: Node): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/**
 * Submits the form if all fields are valid. Otherwise it shows the errors, including those that `findOthers` returns, and
 * focuses the first invalid field.
 */
export function createSubmitHandler<Values extends object>(
  form: UseFormReturnType<Values>,
  onSubmit: (values: Values) => void,
  findOthers?: (values: Values) => Promise<Record<string, string>>,
): (event: FormEvent<HTMLFormElement>) => void {
  const submit = form.onSubmit(onSubmit, (errors, values) => {
    showErrors(form, errors);
    // If the request fails, the errors of the form stay as they are.
    findOthers?.(values).then(
      (others) => showErrors(form, { ...others, ...errors }),
      () => undefined,
    );
  });
  return (event) => {
    // An invalid text of a number field is not in the form values, only in the input element.
    const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:invalid')];
    const invalid = fields.find(({ validity }) => validity.customError);
    if (invalid === undefined) return submit(event);
    event.preventDefault();
    invalid.focus();
  };
}
