import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFocusOnArrival } from './use-focus-on-arrival.js';

export interface PageHeaderProps {
  title: string;
  /** What this page is for, in a sentence. */
  description?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnArrival(heading, title);
  useEffect(() => {
    document.title = `${title} · Modelgate`;
  }, [title]);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      <Box maw="46rem" miw={0}>
        <Title order={1} size="h2" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {description === undefined ? null : (
          <Text c="dimmed" mt={4}>
            {description}
          </Text>
        )}
      </Box>
      {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
