import { Group, Paper, type PaperProps, Title } from '@mantine/core';
import { type ReactNode } from 'react';

export interface SectionProps extends PaperProps {
  title: string;
  /** Only needed if it differs from the title. */
  'aria-label'?: string;
  /** Controls next to the title. */
  aside?: ReactNode;
  size?: 'md' | 'lg';
  children: ReactNode;
}

/** A section of a page with a heading. */
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
