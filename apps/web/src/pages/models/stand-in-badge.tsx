import { Badge } from '@mantine/core';

/** Marks the simulated models of the built-in sandbox. */
export function StandInBadge() {
  return (
    <Badge size="sm" variant="light" color="gray" title="Served by the built-in sandbox">
      built-in
    </Badge>
  );
}
