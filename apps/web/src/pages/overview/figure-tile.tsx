import { Group, Paper, Skeleton, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import classes from './figure-tile.module.css';

export interface FigureTileProps {
  label: string;
  /** Undefined while it is not known yet. */
  value: string | undefined;
  /** A second figure that belongs to the first: "p95 2.4 s". */
  aside?: ReactNode;
  note?: string;
}

export function FigureTile({ label, value, aside, note }: FigureTileProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton h={28} w="50%" my={4} />
      ) : (
        <Group gap="xs" align="baseline" mt={2}>
          <Text className={classes.value}>{value}</Text>
          {aside === undefined ? null : (
            <Text size="sm" className="tabular">
              {aside}
            </Text>
          )}
        </Group>
      )}
      <Text size="xs" c="dimmed" mt={2} mih="1lh">
        {note}
      </Text>
    </Paper>
  );
}
