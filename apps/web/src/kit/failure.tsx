import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../api/api-error.js';
import { adviceFor } from './advice.js';

export interface FailureProps {
  error: Error;
  onRetry?: () => void;
}

/** What went wrong, as the gateway told it, and what to do about it. */
export function Failure({ error, onRetry }: FailureProps) {
  const advice =
    error instanceof ApiError ? adviceFor(error) : 'Check that the gateway is running and can be reached.';
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={error.message} role="alert">
      <Group justify="space-between" align="flex-end">
        <div>
          <Text size="sm">{advice}</Text>
          {requestId === undefined ? null : (
            <Text size="xs" c="dimmed" mt={4}>
              Request <Code>{requestId}</Code>
            </Text>
          )}
        </div>
        {onRetry === undefined ? null : (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
