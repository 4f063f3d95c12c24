import { Grid, Paper, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode } from 'react';

export interface WorkbenchProps {
  /** Says what the form is for: "Make an image". */
  label: string;
  onSubmit: () => void;
  fields: ReactNode;
  /** What came of it. */
  children: ReactNode;
}

/** What to send on one side, what came back on the other; on a phone, one below the other. */
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
