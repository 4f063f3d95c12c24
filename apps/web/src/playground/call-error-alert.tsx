import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CopyButton } from '../kit/copy-button.js';
import { adviceFor } from './call/call-advice.js';
import { CallError } from './call/call-error.js';
import classes from './call-error-alert.module.css';

export interface CallErrorAlertProps {
  error: Error;
  onRetry?: () => void;
}

/** The error as the API returned it, with advice. */
export function CallErrorAlert({ error, onRetry }: CallErrorAlertProps) {
  const callError = error instanceof CallError ? error : new CallError(error.message, { status: 0 });
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconAlertTriangle />}
      title={getTitle(callError)}
      role="alert"
      classNames={{ root: classes.root, body: classes.body, message: classes.body }}
    >
      <Stack gap="xs">
        <Text size="sm">{adviceFor(callError)}</Text>
        {callError.body === undefined ? null : (
          <Code block tabIndex={0} aria-label="The error as the API returned it" className={classes.code}>
            {typeof callError.body === 'string' ? callError.body : JSON.stringify(callError.body, null, 2)}
          </Code>
        )}
        <Group gap="xs" justify="space-between">
          {callError.requestId === undefined ? <span /> : <RequestId id={callError.requestId} />}
          {onRetry === undefined ? null : (
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

function getTitle({ status, message }: CallError): string {
  return status === 0 || status === 200 ? message : `${status}: ${message}`;
}

function RequestId({ id }: { id: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="xs">
        Request <Code>{id}</Code>
      </Text>
      <CopyButton value={id} label="Copy the request ID" />
    </Group>
  );
}
