import { Badge } from '@mantine/core';

/** On what the sandbox answers, so that nobody takes it for a model. */
export function StandInBadge() {
  return (
    <Badge size="sm" variant="light" color="gray" tt="none" title="Answered by the built-in sandbox">
      stand-in
    </Badge>
  );
}
