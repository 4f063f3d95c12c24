import { Code, Group, Text } from '@mantine/core';
import { type Schema } from '../../api/client.js';
import { CopyButton } from '../../kit/copy-button.js';
import classes from './error-detail.module.css';

type Detail = Schema<'ErrorDetailView'>;

/** The error that the upstream reported, as plain text without links or formatting. */
export function ErrorDetail({ detail }: { detail: Detail | null }) {
  if (detail === null) return null;
  const { message, type, code, request_id: requestId } = detail;
  const facts = [
    { label: 'Type', value: type },
    { label: 'Code', value: code },
  ].filter(({ value }) => value !== null);
  return (
    <>
      {message === null ? null : (
        <Text component="blockquote" size="sm" className={classes.message}>
          {message}
        </Text>
      )}
      <Group gap="xs" mt={4} fz="xs">
        {facts.map(({ label, value }) => (
          <span key={label}>
            {label} <Code className={classes.value}>{value}</Code>
          </span>
        ))}
        {requestId === null ? null : (
          <Group gap={4} wrap="nowrap" component="span">
            <span>
              Upstream request ID <Code className={classes.value}>{requestId}</Code>
            </span>
            <CopyButton value={requestId} label="Copy the upstream request ID" />
          </Group>
        )}
      </Group>
    </>
  );
}
