import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CopyButton } from '../kit/copy-button.js';
import { adviceFor } from './call/call-advice.js';
import { CallError } from './call/call-error.js';
import classes from './shown-error.module.css';

export interface ShownErrorProps {
  error: Error;
  onRetry?: () => void;
}

/** The error as the API returned it, with advice. */
export function ShownError({ error, onRetry }: ShownErrorProps) {
  const told = error instanceof CallError ? error : new CallError(error.message, { status: 0 });
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconAlertTriangle />}
      title={getTitle(told)}
      role="alert"
      classNames={{ root: classes.root, body: classes.body, message: classes.body }}
    >
      <Stack gap="xs">
        <Text size="sm">{adviceFor(told)}</Text>
        {told.body === undefined ? null : (
          <Code block tabIndex={0} aria-label="The error as the API returned it" className={classes.code}>
            {typeof told.body === 'string' ? told.body : JSON.stringify(told.body, null, 2)}
          </Code>
        )}
        <Group gap="xs" justify="space-between">
          {told.requestId === undefined ? <span /> : <RequestId id={told.requestId} />}
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
