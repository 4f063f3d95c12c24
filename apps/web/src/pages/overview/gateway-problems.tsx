import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Schema } from '../../api/client.js';
import { Failure } from '../../kit/failure.js';
import { formatCount, formatTime } from '../../kit/format.js';
import { useTimeZone } from '../../kit/time-zone/use-time-zone.js';
import { Tooltip } from '../../kit/tooltip.js';
import { type AlertLine, buildAlerts } from './alert-lines.js';
import { buildBudgetAlerts } from './budget-alerts.js';
import { buildFailureAlerts } from './failure-alerts.js';
import { budgets, failuresWithoutUsage, health } from './overview-queries.js';

const MAX_NAME = 60;

/** Shows problems of the gateway and budgets that are used up. Members see only their budgets. */
export function GatewayProblems({ isMember }: { isMember: boolean }) {
  const { data, error, refetch } = useQuery({ ...health, enabled: !isMember });
  const { data: states = [] } = useQuery(budgets);
  const { data: failures = [] } = useQuery({ ...failuresWithoutUsage, enabled: !isMember });
  const failure = error === null ? null : <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined && !isMember) return failure;
  const alerts = [
    ...(data === undefined ? [] : buildAlerts(data)),
    ...buildFailureAlerts(failures),
    ...buildBudgetAlerts(states, isMember),
  ];
  const untested = (data?.channels ?? []).filter(({ status }) => status === 'not_tested');
  if (alerts.length === 0) return <UntestedChannels channels={untested} />;
  const isDown = data?.status === 'down';
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

function Line({ alert: { text, times = [], fix } }: { alert: AlertLine }) {
  const zone = useTimeZone();
  const exact = times.map(({ label, at }) => `${label} ${formatTime(new Date(at), zone)}`).join('. ');
  return (
    <Group component="li" justify="space-between" gap="xs" style={{ listStyle: 'none' }}>
      {exact === '' ? (
        <Text size="sm" flex="1 1 16rem">
          {text}
        </Text>
      ) : (
        <Tooltip label={exact} isReachable>
          <Text size="sm" flex="1 1 16rem" tabIndex={0}>
            {text}
          </Text>
        </Tooltip>
      )}
      {fix === undefined ? null : (
        <Button component={Link} to={fix.to} size="xs" variant="default">
          {fix.label}
        </Button>
      )}
    </Group>
  );
}

/** One line for all untested channels, because the page of channels lists them and can test all of them. */
function UntestedChannels({ channels }: { channels: readonly Schema<'ChannelHealthView'>[] }) {
  const [first, ...others] = channels;
  if (first === undefined) return null;
  const isOne = others.length === 0;
  const subject = isOne
    ? `Channel “${shorten(first.name)}” has`
    : `${formatCount(channels.length)} channels have`;
  return (
    <Text size="sm" mt="xs" role="status">
      {subject} not been tested yet.{' '}
      <Anchor
        component={Link}
        to={isOne ? `/channels/${first.id}` : '/channels'}
        inherit
        c="inherit"
        underline="always"
      >
        {isOne ? 'Test it' : 'Test them'}
      </Anchor>
    </Text>
  );
}

function shorten(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME)}…`;
}
