import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../../kit/loaded.js';
import { type SmallColumn, SmallTable } from '../../kit/table/small-table.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { type AuditEntry } from '../audit/audit-queries.js';
import { actionText } from '../audit/audit-words.js';
import { readChangeLines } from './change-lines.js';
import { type Model, modelChanges } from './model-queries.js';
import { type Override, listOverrides } from './own-settings.js';

/** The audit log shows all facts. */
const MAX_FACTS = 10;

/** The overrides of the model catalog and the latest changes. */
export function ChangesCard({ model }: { model: Model }) {
  const overrides = listOverrides(model);
  const auditQuery = new URLSearchParams({ subject_id: model.id });
  return (
    <Paper withBorder p="lg" component="section" aria-label="Changes">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Changes
        </Title>
        <Anchor component={Link} to={`/audit?${auditQuery.toString()}`} size="sm">
          Audit log
        </Anchor>
      </Group>
      <Stack>
        {overrides.length === 0 ? (
          <Text size="sm" c="dimmed">
            No overrides of the model catalog.
          </Text>
        ) : (
          <SmallTable
            aria-label="Overrides"
            withRowBorders={false}
            horizontalSpacing={4}
            fz="sm"
            columns={OVERRIDE_COLUMNS}
            rows={overrides}
            rowKey={({ what }) => what}
          />
        )}
        <LastChanges id={model.id} />
      </Stack>
    </Paper>
  );
}

const OVERRIDE_COLUMNS: readonly SmallColumn<Override>[] = [
  { header: 'Setting', isHeading: true, cell: ({ what }) => what },
  { header: 'Custom', align: 'right', cell: ({ own }) => own },
  {
    header: 'Catalog',
    align: 'right',
    cell: ({ catalogue }) =>
      catalogue ?? (
        <Text span inherit c="dimmed">
          unknown
        </Text>
      ),
  },
];

function LastChanges({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(modelChanges(id))} h={60}>
      {({ data }) =>
        data.length === 0 ? (
          <Text size="sm" c="dimmed">
            No changes yet.
          </Text>
        ) : (
          <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {data.map((entry) => (
              <ChangeLine key={entry.seq} entry={entry} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}

function ChangeLine({ entry }: { entry: AuditEntry }) {
  const { settings, facts, sources } = readChangeLines(entry);
  const hiddenCount = facts.length - MAX_FACTS;
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
      {hiddenCount > 0 ? <Text size="xs">and {hiddenCount} more</Text> : null}
      <Text size="xs" c="dimmed">
        {entry.actor.name}, <RelativeTime at={entry.at} />
        {sources.length === 0 ? '' : `, from ${sources.join(' and ')}`}
      </Text>
    </li>
  );
}
