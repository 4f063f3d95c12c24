import { Badge, Group, Text } from '@mantine/core';
import { CAPABILITIES, CAPABILITY_WORDS } from './capability-words.js';
import { type Capability } from './model-queries.js';

export interface CapabilityBadgesProps {
  capabilities: readonly Capability[];
  /** How many have room; the others are counted. */
  max?: number;
}

export function CapabilityBadges({ capabilities, max = CAPABILITIES.length }: CapabilityBadgesProps) {
  const known = CAPABILITIES.filter((capability) => capabilities.includes(capability));
  const others = known.slice(max);
  return (
    <Group gap={4}>
      {known.slice(0, max).map((capability) => (
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
