import { Group, Paper, type PaperProps, Title } from '@mantine/core';
import { type ReactNode } from 'react';

export interface SectionProps extends PaperProps {
  title: string;
  /** Where it differs from the title. */
  'aria-label'?: string;
  /** What can be chosen about it, beside the title. */
  aside?: ReactNode;
  size?: 'md' | 'lg';
  children: ReactNode;
}

/** A part of a page, with a heading of its own. */
export function Section({ title, aside, size = 'md', children, ...paper }: SectionProps) {
  return (
    <Paper withBorder p={size} component="section" aria-label={title} {...paper}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size={size === 'lg' ? 'h4' : 'h5'}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Paper>
  );
}
