import { Failure } from '../failure.js';

export interface FormFailureProps {
  error: Error | null;
  /** What stands at the fields already. */
  fieldErrors: Readonly<Record<string, unknown>>;
}

/** What went wrong, unless a field of the form tells it. */
export function FormFailure({ error, fieldErrors }: FormFailureProps) {
  const isToldThere = Object.values(fieldErrors).some((told) => told === error?.message);
  return error === null || isToldThere ? null : <Failure error={error} />;
}
