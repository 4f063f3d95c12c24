import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { type ComponentType, type ReactNode } from 'react';

export interface EmptyStateProps {
  icon: ComponentType<{ size?: number }>;
  title: string;
  /** Tells the user what to do next. */
  children: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" py={56} px="md" gap="xs">
      <ThemeIcon size={48} radius="xl" variant="light" aria-hidden>
        <Icon size={24} />
      </ThemeIcon>
      <Title order={2} size="h4" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw="32rem">
        {children}
      </Text>
      {action}
    </Stack>
  );
}
