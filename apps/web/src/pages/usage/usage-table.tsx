import { Anchor, Progress, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatCount, formatPercent, formatUsd } from '../../kit/format.js';
import { formatSpend } from '../../kit/spend.js';
import { type Column, DataTable } from '../../kit/table/data-table.js';
import { useListState } from '../../kit/table/use-list-state.js';
import { compareShort } from './compare-short.js';
import { GROUPS, type UsageChoice, nameGroups } from './usage-choice.js';
import { type GroupTotal, sortGroups } from './usage-groups.js';

const DEFAULT_SORT = '-cost';

export interface UsageTableProps {
  groups: readonly GroupTotal[];
  /** The groups in the previous period; undefined if it is not compared. */
  before: ReadonlyMap<string, GroupTotal> | undefined;
  total: GroupTotal;
  choice: Pick<UsageChoice, 'group' | 'secondGroup'>;
  /** The path of the request list for a group. */
  getLink: (names: GroupTotal['names']) => string | undefined;
}

export function UsageTable({ groups, before, total, choice, getLink }: UsageTableProps) {
  const listState = useListState<never>([]);
  const sort = listState.sort ?? DEFAULT_SORT;
  return (
    <DataTable
      label={`Usage by ${nameGroups(choice)}`}
      rows={sortGroups(groups, sort)}
      rowKey={({ key }) => key}
      columns={toColumns({ choice, before, total, getLink })}
      listState={listState}
      defaultSort={DEFAULT_SORT}
      nextCursor={null}
      isLoading={false}
    />
  );
}

function toColumns({
  choice,
  before,
  total,
  getLink,
}: Omit<UsageTableProps, 'groups'>): Column<GroupTotal>[] {
  return [
    {
      header: [choice.group, ...(choice.secondGroup === undefined ? [] : [choice.secondGroup])]
        .map((name) => GROUPS[name])
        .join(' · '),
      sortBy: 'label',
      cell: ({ names, label }) => <Name to={getLink(names)} label={label} />,
    },
    { header: 'Spend', sortBy: 'cost', cell: (row) => <Spend row={row} totalUsd={total.cost} /> },
    ...(before === undefined ? [] : [toChangeColumn(before)]),
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

function toChangeColumn(before: ReadonlyMap<string, GroupTotal>): Column<GroupTotal> {
  return {
    header: 'Previous spend',
    align: 'right',
    wideOnly: true,
    cell: (row) => {
      const earlier = before.get(row.key);
      if (earlier === undefined) return formatUsd(0);
      const spend = formatSpend({ costUsd: earlier.cost, unpriced: earlier.unknownCost });
      // Unknown costs cannot be compared.
      return isUnknown(row) || isUnknown(earlier) ? spend : compareShort(row.cost, earlier.cost, () => spend);
    },
  };
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
  const spend = formatSpend({ costUsd: row.cost, unpriced: row.unknownCost });
  if (isUnknown(row)) {
    return (
      <Text span inherit c="dimmed">
        {spend}
      </Text>
    );
  }
  const percent = totalUsd === 0 ? 0 : (row.cost / totalUsd) * 100;
  return (
    <div>
      {spend}
      <Progress
        value={percent}
        size="xs"
        mt={4}
        maw={140}
        aria-label={`${percent.toFixed(0)}% of the spend`}
      />
    </div>
  );
}

function isUnknown({ cost, unknownCost }: GroupTotal): boolean {
  return cost === 0 && unknownCost > 0;
}

function shareOr(count: number, requests: number): string {
  return count === 0 ? '–' : formatPercent(count / requests);
}
