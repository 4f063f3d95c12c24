import { Alert, Anchor, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Schema } from '../../api/client.js';
import { Failure } from '../../kit/failure.js';
import { When } from '../../kit/when.js';
import { health } from './overview-queries.js';

/** What somebody should look into; nothing where all is well. */
export function GatewayProblems() {
  const { data, error, refetch } = useQuery(health);
  if (data === undefined) {
    return error === null ? null : <Failure error={error} onRetry={() => void refetch()} />;
  }
  const impaired = (data.channels ?? []).filter(({ status }) => status === 'impaired');
  if (data.problems.length === 0 && impaired.length === 0) return null;
  const isDown = data.status === 'down';
  return (
    <Alert
      color={isDown ? 'red' : 'orange'}
      icon={<IconAlertTriangle />}
      title={isDown ? 'The gateway is down' : 'Somebody should look into this'}
      role="status"
    >
      <List size="sm" spacing={4}>
        {data.problems.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
        {impaired.map((channel) => (
          <List.Item key={channel.id}>
            <ImpairedChannel channel={channel} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function ImpairedChannel({ channel }: { channel: Schema<'ChannelHealthView'> }) {
  const [first, ...others] = channel.impairments;
  return (
    <>
      Channel{' '}
      <Anchor component={Link} to={`/channels/${channel.id}`} inherit c="inherit" underline="always">
        {channel.name}
      </Anchor>
      {first === undefined ? ' is impaired.' : <Reason impairment={first} />}
      {others.length === 0 ? null : (
        <Text span inherit c="dimmed">
          {' '}
          And {others.length} more.
        </Text>
      )}
    </>
  );
}

function Reason({ impairment }: { impairment: Schema<'ImpairmentView'> }) {
  const { reason, upstream_model: model, until } = impairment;
  return (
    <>
      {model === null ? ': ' : ` (${model}): `}
      {reason}, tried again <When at={until} />.
    </>
  );
}
