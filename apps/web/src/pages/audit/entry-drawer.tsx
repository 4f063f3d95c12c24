import { Anchor, Code, Drawer, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { type Fact, FactList } from '../../kit/fact-list.js';
import { ExactTime } from '../../kit/exact-time.js';
import { type AuditEntry } from './audit-queries.js';
import { actionText, getSubjectPath } from './audit-words.js';
import { type FieldChange, toChanges } from './to-changes.js';
import classes from './entry-drawer.module.css';

export interface EntryDrawerProps {
  entry: AuditEntry | undefined;
  onClose: () => void;
}

export function EntryDrawer({ entry, onClose }: EntryDrawerProps) {
  return (
    <Drawer
      opened={entry !== undefined}
      onClose={onClose}
      title={entry === undefined ? '' : `Entry ${entry.seq}`}
      position="right"
      size="lg"
    >
      {entry === undefined ? null : (
        <Stack gap="lg">
          <FactList facts={getFacts(entry)} />
          <Changes changes={toChanges(entry.changes)} />
        </Stack>
      )}
    </Drawer>
  );
}

function getFacts({ at, actor, action, subject, address, request_id: requestId, hash }: AuditEntry): Fact[] {
  const to = getSubjectPath(subject);
  const name = subject.name ?? subject.id;
  return [
    { label: 'Action', value: `${actionText(action)} (${action})` },
    { label: 'Actor', value: `${actor.name} (${actor.kind})` },
    { label: 'Time', value: <ExactTime at={at} /> },
    {
      label: 'Subject',
      value:
        to === undefined ? (
          `${name} (${subject.type})`
        ) : (
          <Anchor component={Link} to={to} inherit>
            {name}
          </Anchor>
        ),
    },
    { label: 'Client address', value: address ?? 'Unknown' },
    ...(requestId === null ? [] : [{ label: 'Request ID', value: <Code>{requestId}</Code> }]),
    { label: 'Hash', value: <Code>{hash}</Code> },
  ];
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return <Text c="dimmed">This action changed no fields.</Text>;
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        Changes
      </Title>
      <Table.ScrollContainer minWidth={0}>
        <Table aria-label="Changes" verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map((change) => (
              <ChangeRow key={change.field} change={change} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

function ChangeRow({ change: { field, isSecret, before, after } }: { change: FieldChange }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {field}
      </Table.Th>
      {isSecret ? (
        <Table.Td colSpan={2}>
          <Text inherit c="dimmed">
            Changed. The value is a secret and is not logged.
          </Text>
        </Table.Td>
      ) : (
        <>
          <Table.Td>
            {before === undefined ? <NoValue /> : <del className={classes.before}>{before}</del>}
          </Table.Td>
          <Table.Td>
            {after === undefined ? <NoValue /> : <ins className={classes.after}>{after}</ins>}
          </Table.Td>
        </>
      )}
    </Table.Tr>
  );
}

function NoValue() {
  return (
    <Text span inherit c="dimmed">
      none
    </Text>
  );
}
