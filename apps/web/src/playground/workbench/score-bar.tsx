import { Box, Group, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import classes from './score-bar.module.css';

export interface ScoreBarProps {
  label: ReactNode;
  /** The formatted score. */
  value: string;
  /** The filled part of the bar, from 0 to 1. */
  share: number;
  color?: string;
}

/** A label, a score and a bar that shows the score. Screen readers skip the bar. */
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
