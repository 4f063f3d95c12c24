import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../api/api-error.js';

interface FailureProps {
  error: Error;
  onRetry?: () => void;
}

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'Change what the message names and send it again.',
  401: 'Sign in again, or use a token that is valid.',
  402: 'The budget is used up: raise it, or wait until it resets.',
  403: 'Ask an administrator for the right to do this.',
  404: 'It may have been removed, or belong to somebody else: members see only what is their own. Ask an administrator.',
  409: 'It has changed in the meantime, or belongs to the config file: load it again.',
  413: 'Send something smaller.',
  429: 'Wait a moment, then try again.',
  502: 'The service behind the channel failed. Test the channel, or try another model.',
  503: 'No channel could take this just now. Look at the channels, or try again shortly.',
  504: 'The service behind the channel took too long. Try again, or another model.',
};

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

function adviceFor({ status }: ApiError): string {
  return BY_STATUS[status] ?? 'Try again. If it stays, look for the request in the log.';
}
