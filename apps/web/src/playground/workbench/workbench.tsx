import { Grid, Paper, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode } from 'react';

export interface WorkbenchProps {
  /** The accessible name of the form, such as "Create an image". */
  label: string;
  onSubmit: () => void;
  fields: ReactNode;
  /** The result. */
  children: ReactNode;
}

/** A form on the left and its result on the right; on a phone, the result is below the form. */
export function Workbench({ label, onSubmit, fields, children }: WorkbenchProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Paper withBorder p="md">
          <form onSubmit={submit} aria-label={label}>
            <Stack gap="sm">{fields}</Stack>
          </form>
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>{children}</Grid.Col>
    </Grid>
  );
}
