import { Anchor, Group, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Failure } from '../../kit/failure.js';
import { When } from '../../kit/when.js';
import { type AuditEntry } from '../audit/audit-queries.js';
import { actionText } from '../audit/audit-words.js';
import { toChanges } from '../audit/to-changes.js';
import { type Model, modelChanges } from './model-queries.js';
import { type Override, listOverrides } from './own-settings.js';

/** What somebody here has changed about a model, and who. */
export function ChangesCard({ model }: { model: Model }) {
  const overrides = listOverrides(model);
  const everything = new URLSearchParams({ subject_id: model.id });
  return (
    <Paper withBorder p="lg" component="section" aria-label="Changes">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Changes
        </Title>
        <Anchor component={Link} to={`/audit?${everything.toString()}`} size="sm">
          Audit log
        </Anchor>
      </Group>
      <Stack>
        {overrides.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nothing of what the catalogue says is overridden.
          </Text>
        ) : (
          <Overrides overrides={overrides} />
        )}
        <LastChanges id={model.id} />
      </Stack>
    </Paper>
  );
}

function Overrides({ overrides }: { overrides: readonly Override[] }) {
  return (
    <Table aria-label="Own settings" withRowBorders={false} horizontalSpacing={0} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Set here</Table.Th>
          <Table.Th ta="right">Own</Table.Th>
          <Table.Th ta="right">Catalogue</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {overrides.map(({ what, own, catalogue }) => (
          <Table.Tr key={what}>
            <Table.Th scope="row" fw={400}>
              {what}
            </Table.Th>
            <Table.Td ta="right">{own}</Table.Td>
            <Table.Td ta="right">
              {catalogue ?? (
                <Text span inherit c="dimmed">
                  not known
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function LastChanges({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(modelChanges(id));
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={60} aria-label="Loading" />;
  if (data.data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nobody has changed its settings.
      </Text>
    );
  }
  return (
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {data.data.map((entry) => (
        <ChangeLine key={entry.seq} entry={entry} />
      ))}
    </Stack>
  );
}

function ChangeLine({ entry: { at, action, actor, changes } }: { entry: AuditEntry }) {
  const fields = toChanges(changes).map(({ field }) => field);
  return (
    <li>
      <Text size="sm">
        {actionText(action)}
        {fields.length === 0 ? '' : `: ${fields.join(', ')}`}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {actor.name}, <When at={at} />
      </Text>
    </li>
  );
}
