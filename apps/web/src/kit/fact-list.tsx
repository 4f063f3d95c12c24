import { Box, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import classes from './fact-list.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
}

/** A list of labels and values. On narrow screens, labels are above their values. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <Box key={label} className={classes.fact}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="sm" m={0} miw={0} className={classes.value}>
            {value}
          </Text>
        </Box>
      ))}
    </dl>
  );
}
