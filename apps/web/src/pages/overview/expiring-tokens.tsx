import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { When } from '../../kit/when.js';
import { expiringTokens } from '../tokens/token-queries.js';

export const MAX_EXPIRING_SHOWN = 5;

/** Tokens that expire within the next days, if there are any. */
export function ExpiringTokens() {
  const { data } = useQuery(expiringTokens(MAX_EXPIRING_SHOWN));
  const tokens = data?.data ?? [];
  if (tokens.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconClock />} title="Tokens expiring soon" role="status">
      <Stack component="ul" gap={4} m={0} pl="md">
        {tokens.map(({ id, name, expires_at: at }) => (
          <Text key={id} component="li" size="sm">
            <Anchor component={Link} to={`/tokens/${id}`} inherit c="inherit" underline="always">
              {name}
            </Anchor>{' '}
            expires {at === null ? null : <When at={at} />}.
          </Text>
        ))}
      </Stack>
      {data?.next_cursor == null ? null : (
        <Text size="sm" mt={4}>
          <Anchor component={Link} to="/tokens?status=expiring" inherit c="inherit" underline="always">
            All tokens that expire soon
          </Anchor>
        </Text>
      )}
    </Alert>
  );
}
