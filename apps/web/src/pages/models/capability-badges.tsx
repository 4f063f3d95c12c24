import { Badge, Group, Text } from '@mantine/core';
import { CAPABILITIES, CAPABILITY_WORDS } from './capability-words.js';
import { type Capability } from './model-queries.js';

export interface CapabilityBadgesProps {
  capabilities: readonly Capability[];
  /** The maximum number of badges. Only the number of the others is shown. */
  max?: number;
}

export function CapabilityBadges({ capabilities, max = CAPABILITIES.length }: CapabilityBadgesProps) {
  const ordered = CAPABILITIES.filter((capability) => capabilities.includes(capability));
  const others = ordered.slice(max);
  return (
    <Group gap={4}>
      {ordered.slice(0, max).map((capability) => (
        <Badge key={capability} variant="light" color="gray" fw={550}>
          {CAPABILITY_WORDS[capability].label}
        </Badge>
      ))}
      {others.length === 0 ? null : (
        <Text size="xs" c="dimmed">
          and {others.length} more
        </Text>
      )}
    </Group>
  );
}
