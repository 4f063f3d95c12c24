import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { Failure } from '../failure.js';

export interface FormActionsProps {
  /** The deed, such as "Create the token". */
  submit: string;
  isSubmitting: boolean;
  /** Where nothing is done. */
  cancelTo: string;
}

interface FormFailureProps {
  error: Error | null;
  /** What stands at the fields already. */
  fieldErrors: Readonly<Record<string, unknown>>;
}

export function FormActions({ submit, isSubmitting, cancelTo }: FormActionsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" component={Link} to={cancelTo}>
        Cancel
      </Button>
      <Button type="submit" loading={isSubmitting}>
        {submit}
      </Button>
    </Group>
  );
}

/** What went wrong, unless a field of the form tells it. */
export function FormFailure({ error, fieldErrors }: FormFailureProps) {
  const isToldThere = Object.values(fieldErrors).some((told) => told === error?.message);
  return error === null || isToldThere ? null : <Failure error={error} />;
}
