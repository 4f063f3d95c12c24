import { Box, Group, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import classes from './score-bar.module.css';

export interface ScoreBarProps {
  label: ReactNode;
  /** The number as people read it. */
  value: string;
  /** How much of the bar is filled, 0 to 1. */
  share: number;
  color?: string;
}

/** A name, a number, and a bar for whoever looks rather than reads. */
export function ScoreBar({ label, value, share, color = 'gate' }: ScoreBarProps) {
  return (
    <Box>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <Text size="sm" component="div" className={classes.label}>
          {label}
        </Text>
        <Text size="sm" className="tabular" fw={600}>
          {value}
        </Text>
      </Group>
      <Box className={classes.track} aria-hidden>
        <Box
          className={classes.fill}
          style={{ width: `${share * 100}%`, background: `var(--mantine-color-${color}-filled)` }}
        />
      </Box>
    </Box>
  );
}
