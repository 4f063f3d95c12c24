import { Badge } from '@mantine/core';

/** Marks models of the built-in sandbox, which are not real models. */
export function StandInBadge() {
  return (
    <Badge size="sm" variant="light" color="gray" title="Served by the built-in sandbox">
      built-in
    </Badge>
  );
}
