import { Text } from '@mantine/core';
import { type Column } from '../../kit/table/data-table.js';
import { RowLink } from '../../kit/table/row-link.js';
import { When } from '../../kit/when.js';
import { type AuditEntry } from './audit-queries.js';
import { actionText } from './audit-words.js';
import { toChanges } from './to-changes.js';

export function auditColumns(linkTo: (entry: number) => string): Column<AuditEntry>[] {
  return [
    { header: 'When', sortBy: 'at', cell: ({ at }) => <When at={at} /> },
    {
      header: 'Who',
      wideOnly: true,
      cell: ({ actor }) => (
        <>
          <Text inherit style={{ overflowWrap: 'anywhere' }}>
            {actor.name}
          </Text>
          {actor.kind === 'user' ? null : (
            <Text size="xs" c="dimmed">
              {actor.kind}
            </Text>
          )}
        </>
      ),
    },
    {
      header: 'What',
      cell: ({ seq, action, actor }) => (
        <>
          <RowLink to={linkTo(seq)}>{actionText(action)}</RowLink>
          {/* Where there is no room for a column of its own. */}
          <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
            {actor.name}
          </Text>
        </>
      ),
    },
    {
      header: 'To',
      wideOnly: true,
      cell: ({ subject, actor }) =>
        subject.id === actor.id ? '' : (subject.name ?? (subject.type === subject.id ? '' : subject.id)),
    },
    {
      header: 'Changed',
      wideOnly: true,
      cell: ({ changes }) => (
        <Text inherit c="dimmed" lineClamp={1} maw="20rem">
          {toChanges(changes)
            .map(({ field }) => field)
            .join(', ')}
        </Text>
      ),
    },
  ];
}
