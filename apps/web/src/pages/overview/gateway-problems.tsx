import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Schema } from '../../api/client.js';
import { Failure } from '../../kit/failure.js';
import { type AlertLine, buildAlerts } from './alert-lines.js';
import { health } from './overview-queries.js';

/** What somebody should look into; nothing where all is well. */
export function GatewayProblems() {
  const { data, error, refetch } = useQuery(health);
  if (data === undefined) {
    return error === null ? null : <Failure error={error} onRetry={() => void refetch()} />;
  }
  const alerts = buildAlerts(data);
  const untested = (data.channels ?? []).filter(({ status }) => status === 'not_tested');
  if (alerts.length === 0) return <UntestedChannels channels={untested} />;
  const isDown = data.status === 'down';
  return (
    <Alert
      color={isDown ? 'red' : 'orange'}
      icon={<IconAlertTriangle />}
      title={isDown ? 'The gateway is down' : 'Needs attention'}
      role="status"
    >
      <Stack component="ul" gap="xs" p={0} m={0}>
        {alerts.map((alert) => (
          <Line key={alert.text} alert={alert} />
        ))}
      </Stack>
      <UntestedChannels channels={untested} />
    </Alert>
  );
}

function Line({ alert: { text, fix } }: { alert: AlertLine }) {
  return (
    <Group component="li" justify="space-between" gap="xs" style={{ listStyle: 'none' }}>
      <Text size="sm" flex="1 1 16rem">
        {text}
      </Text>
      {fix === undefined ? null : (
        <Button component={Link} to={fix.to} size="xs" variant="default">
          {fix.label}
        </Button>
      )}
    </Group>
  );
}

/** Nobody knows whether they work. */
function UntestedChannels({ channels }: { channels: readonly Schema<'ChannelHealthView'>[] }) {
  if (channels.length === 0) return null;
  return (
    <Text size="sm" role="status">
      Not tested yet:{' '}
      {channels.map(({ id, name }, position) => (
        <span key={id}>
          {position === 0 ? '' : ', '}
          <Anchor component={Link} to={`/channels/${id}`} inherit c="inherit" underline="always">
            {name}
          </Anchor>
        </span>
      ))}
      . Open one and test it to learn whether it works.
    </Text>
  );
}
