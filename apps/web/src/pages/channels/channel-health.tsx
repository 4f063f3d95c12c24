import { Anchor, Badge, Group, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconPlayerPause,
  IconQuestionMark,
} from '@tabler/icons-react';
import { type ComponentType } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '../../kit/relative-time.js';
import { type Channel } from './channel-queries.js';
import {
  CHANNEL_HEALTH_STATUS_WORDS,
  type ChannelHealthStatus,
  HEALTH_STATUS_WORDS,
  describeReason,
} from './health-words.js';
import { useFormLabels } from './use-form-labels.js';

const STYLES: Readonly<
  Record<ChannelHealthStatus, { color: string; icon: ComponentType<{ size?: number; color?: string }> }>
> = {
  not_tested: { color: 'gray', icon: IconQuestionMark },
  healthy: { color: 'gate', icon: IconCheck },
  degraded: { color: 'orange', icon: IconAlertTriangle },
  failing: { color: 'red', icon: IconBan },
  disabled: { color: 'gray', icon: IconPlayerPause },
};

type ItemHealth = Pick<Channel['api_keys'][number], 'status' | 'reason' | 'since' | 'until'>;

interface LastErrorProps {
  error: NonNullable<Channel['health']['last_error']>;
}

interface HealthBadgeProps {
  status: ChannelHealthStatus;
  /** The native tooltip. */
  title?: string;
}

export function HealthBadge({ status, title }: HealthBadgeProps) {
  const { color, icon: Icon } = STYLES[status];
  return (
    <Badge
      component="span"
      variant="default"
      title={title}
      leftSection={<Icon size={14} color={`var(--mantine-color-${color}-text)`} />}
    >
      {CHANNEL_HEALTH_STATUS_WORDS[status]}
    </Badge>
  );
}

/** Why a channel is not healthy, since when, and what to do about it. Renders nothing for a healthy channel. */
export function HealthReason({ channel }: { channel: Channel }) {
  const { reason, since, advice } = channel.health;
  const withFormLabels = useFormLabels(channel);
  if (reason === null) return null;
  return (
    <>
      {reason}
      {since === null ? null : (
        <>
          {' '}
          Started <RelativeTime at={since} />.
        </>
      )}
      {advice === null ? null : (
        <Text span inherit fw={550}>
          {' '}
          {withFormLabels(advice)}
        </Text>
      )}
    </>
  );
}

/** The health of an API key or a model, with the reason and the time of the next retry. */
export function HealthStatusNote({ health: { status, reason, since, until } }: { health: ItemHealth }) {
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
        {reason === null ? '' : `: ${describeReason(reason)}`}
        {since === null ? null : (
          <>
            , <RelativeTime at={since} />
          </>
        )}
        {until === null || status === 'probe' ? null : (
          <>
            . Next retry <RelativeTime at={until} />
          </>
        )}
      </Text>
    </Group>
  );
}

/** The last error of the provider, with a link to the failed request. */
export function LastError({ error: { at, error, upstream_model: model, request_id: id } }: LastErrorProps) {
  return (
    <Text span inherit>
      {model}, <RelativeTime at={at} />: {error}{' '}
      <Anchor
        component={Link}
        to={`/requests/${encodeURIComponent(id)}`}
        inherit
        underline="always"
        onClick={(event) => event.stopPropagation()}
      >
        Open request
      </Anchor>
    </Text>
  );
}
