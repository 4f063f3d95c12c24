import { Anchor, Progress, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatCount, formatPercent, formatUsd } from '../../kit/format.js';
import { type Column, DataTable } from '../../kit/table/data-table.js';
import { useListPlace } from '../../kit/table/use-list-place.js';
import { GROUPS, type Group } from './usage-choice.js';
import { type GroupTotal, sortGroups } from './usage-groups.js';

const DEFAULT_SORT = '-cost';

export interface UsageTableProps {
  groups: readonly GroupTotal[];
  total: GroupTotal;
  group: Group;
  /** Where the requests of one group are listed. */
  getLink: (key: string) => string | undefined;
}

export function UsageTable({ groups, total, group, getLink }: UsageTableProps) {
  const place = useListPlace<never>([]);
  const sort = place.sort ?? DEFAULT_SORT;
  return (
    <DataTable
      label={`Usage by ${GROUPS[group].toLowerCase()}`}
      rows={sortGroups(groups, sort)}
      rowKey={({ key }) => key}
      columns={toColumns({ group, total, getLink })}
      place={place}
      defaultSort={DEFAULT_SORT}
      nextCursor={null}
      isLoading={false}
    />
  );
}

function toColumns({ group, total, getLink }: Omit<UsageTableProps, 'groups'>): Column<GroupTotal>[] {
  return [
    {
      header: GROUPS[group],
      sortBy: 'label',
      cell: ({ key, label }) => <Name to={getLink(key)} label={label} />,
    },
    { header: 'Spend', sortBy: 'cost', cell: (row) => <Spend row={row} totalUsd={total.cost} /> },
    { header: 'Requests', sortBy: 'requests', align: 'right', cell: (row) => formatCount(row.requests) },
    {
      header: 'Errors',
      sortBy: 'errors',
      align: 'right',
      wideOnly: true,
      cell: ({ errors, requests }) =>
        errors === 0 ? '0' : `${formatCount(errors)} (${formatPercent(errors / requests)})`,
    },
    {
      header: 'Tokens',
      sortBy: 'tokens',
      align: 'right',
      wideOnly: true,
      cell: (row) => formatCount(row.tokens),
    },
    {
      header: 'Unknown cost',
      sortBy: 'unknownCost',
      align: 'right',
      wideOnly: true,
      cell: ({ unknownCost, requests }) => shareOr(unknownCost, requests),
    },
    {
      header: 'Estimated',
      sortBy: 'estimated',
      align: 'right',
      wideOnly: true,
      cell: ({ estimated, requests }) => shareOr(estimated, requests),
    },
  ];
}

function Name({ to, label }: { to: string | undefined; label: string }) {
  if (to === undefined) return label;
  return (
    <Anchor component={Link} to={to} inherit fw={550}>
      {label}
    </Anchor>
  );
}

function Spend({ row, totalUsd }: { row: GroupTotal; totalUsd: number }) {
  const isUnknown = row.cost === 0 && row.unknownCost > 0;
  if (isUnknown) {
    return (
      <Text span inherit c="dimmed">
        unknown
      </Text>
    );
  }
  const percent = totalUsd === 0 ? 0 : (row.cost / totalUsd) * 100;
  return (
    <div>
      {formatUsd(row.cost)}
      <Progress
        value={percent}
        size="xs"
        mt={4}
        maw={140}
        aria-label={`${percent.toFixed(0)} % of the spend`}
      />
    </div>
  );
}

function shareOr(count: number, requests: number): string {
  return count === 0 ? '–' : formatPercent(count / requests);
}
