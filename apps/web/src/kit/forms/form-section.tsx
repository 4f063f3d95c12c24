import { Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode } from 'react';

export interface FormSectionProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

export function FormSection({ title, description, children }: FormSectionProps) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {description === undefined ? null : (
        <Text size="sm" c="dimmed" mt={2}>
          {description}
        </Text>
      )}
      <Stack mt="md">{children}</Stack>
    </Paper>
  );
}
