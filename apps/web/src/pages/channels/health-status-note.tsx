import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { When } from '../../kit/when.js';
import { type Channel } from './channel-queries.js';
import { HEALTH_STATUS_WORDS, reasonInWords } from './health-words.js';

export type Known = Pick<Channel['api_keys'][number], 'status' | 'reason' | 'since' | 'until'>;

/** How a key or a model stands, why, and when it is tried again. */
export function HealthStatusNote({ known: { status, reason, since, until } }: { known: Known }) {
  if (status === 'healthy') {
    return (
      <Group gap={4} c="dimmed" wrap="nowrap">
        <IconCheck size={14} aria-hidden />
        <Text size="xs">{HEALTH_STATUS_WORDS.healthy}</Text>
      </Group>
    );
  }
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <IconAlertTriangle
        size={14}
        color="var(--mantine-color-orange-text)"
        style={{ flexShrink: 0 }}
        aria-hidden
      />
      <Text size="xs">
        {HEALTH_STATUS_WORDS[status]}
        {reason === null ? '' : `: ${reasonInWords(reason)}`}
        {since === null ? null : (
          <>
            , since <When at={since} />
          </>
        )}
        {until === null || status === 'probe' ? null : (
          <>
            , tried again <When at={until} />
          </>
        )}
      </Text>
    </Group>
  );
}
