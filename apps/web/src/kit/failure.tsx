import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../api/api-error.js';

interface FailureProps {
  error: Error;
  onRetry?: () => void;
}

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'Correct the value that the message names, then try again.',
  401: 'Sign in again, or use a valid token.',
  402: 'The budget is used up: raise it, or wait until it resets.',
  403: 'Ask an administrator for access.',
  404: 'It may have been deleted.',
  409: 'It was changed in the meantime, or it is declared in the config file. Reload the page.',
  413: 'Reduce the size of the request.',
  429: 'Wait a moment, then try again.',
  502: 'The provider failed. Test the channel, or try another model.',
  503: 'The gateway cannot handle the request right now. Try again shortly.',
  504: 'The provider timed out. Try again, or use another model.',
};

const BY_CODE: Readonly<Record<string, string>> = {
  no_available_channel: 'Check the channels, or try again shortly.',
  spend_limit_reached: 'A budget is used up: raise it, or wait until it resets.',
  insufficient_quota: 'A budget is used up: raise it, or wait until it resets.',
};

/** Shows an error message and what the user can do about it. */
export function Failure({ error, onRetry }: FailureProps) {
  const advice =
    error instanceof ApiError ? adviceFor(error) : 'Check that the gateway is running and can be reached.';
  // Only server errors have more details in the log.
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined;
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

function adviceFor({ status, code }: ApiError): string {
  return (
    BY_CODE[code ?? ''] ??
    BY_STATUS[status] ??
    'Try again. If it fails again, search the gateway’s log for the request ID.'
  );
}
