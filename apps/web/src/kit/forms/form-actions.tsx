import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { Failure } from '../failure.js';

export interface FormActionsProps {
  /** The label of the submit button, such as "Create token". */
  submit: string;
  isSubmitting: boolean;
  /** Where Cancel leads, or what it does. */
  cancelTo: string | (() => void);
}

interface FormFailureProps {
  error: Error | null;
  /** The errors that are shown at fields. */
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

/** The error, unless a field shows it. */
export function FormFailure({ error, fieldErrors }: FormFailureProps) {
  const isShownThere = Object.values(fieldErrors).some((shown) => shown === error?.message);
  return error === null || isShownThere ? null : <Failure error={error} />;
}
