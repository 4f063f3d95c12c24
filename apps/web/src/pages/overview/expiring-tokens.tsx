import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { When } from '../../kit/when.js';
import { expiringTokens } from '../tokens/token-queries.js';

const MAX_NAMED = 5;

/** Tokens that end within the next days; nothing where none does. */
export function ExpiringTokens() {
  const { data } = useQuery(expiringTokens(MAX_NAMED));
  const tokens = data?.data ?? [];
  if (tokens.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconClock />} title="Tokens that expire soon" role="status">
      <List size="sm" spacing={4}>
        {tokens.map(({ id, name, expires_at: at }) => (
          <List.Item key={id}>
            <Anchor component={Link} to={`/tokens/${id}`} inherit c="inherit" underline="always">
              {name}
            </Anchor>{' '}
            ends {at === null ? null : <When at={at} />}.
          </List.Item>
        ))}
      </List>
      {data?.next_cursor == null ? null : (
        <Text size="sm" mt={4}>
          <Anchor component={Link} to="/tokens?status=expiring" inherit c="inherit" underline="always">
            All that expire soon
          </Anchor>
        </Text>
      )}
    </Alert>
  );
}
