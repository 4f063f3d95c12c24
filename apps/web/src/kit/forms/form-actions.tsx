import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';

export interface FormActionsProps {
  /** The deed, such as "Create the token". */
  submit: string;
  isSubmitting: boolean;
  /** Where nothing is done. */
  cancelTo: string;
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
