import { Anchor, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../../kit/loaded.js';
import { NewestRequestsTable } from '../requests/newest-requests.js';
import { newestRequests } from './overview-queries.js';

export function NewestRequests({ isLive }: { isLive: boolean }) {
  return (
    <Paper withBorder component="section" aria-label="Newest requests">
      <Group justify="space-between" p="md" pb="xs">
        <Title order={2} size="h5">
          Newest requests
        </Title>
        <Anchor component={Link} to="/requests" size="sm">
          All requests
        </Anchor>
      </Group>
      <Loaded query={useQuery(newestRequests(isLive))} keepsStaleData h={160} m="md" w="auto">
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed" px="md" pb="md">
              No requests yet.{' '}
              <Anchor component={Link} to="/playground">
                Send the first one in the playground
              </Anchor>
              .
            </Text>
          ) : (
            <NewestRequestsTable requests={data} horizontalSpacing="md" />
          )
        }
      </Loaded>
    </Paper>
  );
}
