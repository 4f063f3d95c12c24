import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { Failure } from '../failure.js';

export interface FormActionsProps {
  /** The label of the submit button, such as "Create token". */
  submit: string;
  isSubmitting: boolean;
  /** The path that Cancel opens, or a click handler. */
  cancelTo: string | (() => void);
}

interface FormFailureProps {
  error: Error | null;
  /** The errors that are shown next to fields. */
  fieldErrors: Readonly<Record<string, unknown>>;
}

export function FormActions({ submit, isSubmitting, cancelTo }: FormActionsProps) {
  return (
    <Group justify="flex-end">
      {typeof cancelTo === 'string' ? (
        <Button variant="default" component={Link} to={cancelTo}>
          Cancel
        </Button>
      ) : (
        <Button variant="default" onClick={cancelTo}>
          Cancel
        </Button>
      )}
      <Button type="submit" loading={isSubmitting}>
        {submit}
      </Button>
    </Group>
  );
}

/** Shows the error unless a field already shows it. */
export function FormFailure({ error, fieldErrors }: FormFailureProps) {
  const isShownAtField = Object.values(fieldErrors).some((shown) => shown === error?.message);
  return error === null || isShownAtField ? null : <Failure error={error} />;
}
