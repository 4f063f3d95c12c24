import { Anchor, Group, Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Failure } from '../../kit/failure.js';
import { When } from '../../kit/when.js';
import { type AuditEntry } from '../audit/audit-queries.js';
import { actionText } from '../audit/audit-words.js';
import { readChangeLines } from './change-lines.js';
import { type Model, modelChanges } from './model-queries.js';
import { type Override, listOverrides } from './own-settings.js';

/** The audit log has the others. */
const MAX_FACTS = 10;

/** Changes of settings and of the catalogue's facts. */
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
            No overrides of the model catalog.
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
    <Table aria-label="Overrides" withRowBorders={false} horizontalSpacing={0} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Setting</Table.Th>
          <Table.Th ta="right">Custom</Table.Th>
          <Table.Th ta="right" pl="sm">
            Catalog
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {overrides.map(({ what, own, catalogue }) => (
          <Table.Tr key={what}>
            <Table.Th scope="row" fw={400}>
              {what}
            </Table.Th>
            <Table.Td ta="right">{own}</Table.Td>
            <Table.Td ta="right" pl="sm">
              {catalogue ?? (
                <Text span inherit c="dimmed">
                  unknown
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
        No changes yet.
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

function ChangeLine({ entry }: { entry: AuditEntry }) {
  const { settings, facts, sources } = readChangeLines(entry);
  const left = facts.length - MAX_FACTS;
  return (
    <li style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm">
        {actionText(entry.action)}
        {settings.length === 0 ? '' : `: ${settings.join(', ')}`}
      </Text>
      {facts.slice(0, MAX_FACTS).map((fact) => (
        <Text key={fact} size="xs">
          {fact}
        </Text>
      ))}
      {left > 0 ? <Text size="xs">and {left} more</Text> : null}
      <Text size="xs" c="dimmed">
        {entry.actor.name}, <When at={entry.at} />
        {sources.length === 0 ? '' : `, from ${sources.join(' and ')}`}
      </Text>
    </li>
  );
}
