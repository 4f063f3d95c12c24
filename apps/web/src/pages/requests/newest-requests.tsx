import { Anchor, type TableProps } from '@mantine/core';
import { Link } from 'react-router';
import { type Schema } from '../../api/client.js';
import { formatDuration, formatUsd } from '../../kit/format.js';
import { type SmallColumn, SmallTable } from '../../kit/table/small-table.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { OutcomeBadge } from './outcome-badge.js';

type Request = Schema<'RequestView'>;

const COLUMNS = [
  {
    header: 'Time',
    hasTimes: true,
    cell: ({ id, started_at: at }) => (
      <Anchor component={Link} to={`/requests/${encodeURIComponent(id)}`} inherit>
        <RelativeTime isInLink at={at} />
      </Anchor>
    ),
  },
  { header: 'Model', cell: ({ model }) => model ?? '–' },
  { header: 'Token', visibleFrom: 'sm', cell: ({ token_name: name }) => name ?? '–' },
  {
    header: 'Outcome',
    cell: ({ outcome, refused: isRefused }) => <OutcomeBadge outcome={outcome} isRefused={isRefused} />,
  },
  { header: 'Duration', align: 'right', cell: ({ duration_ms: ms }) => formatDuration(ms) },
  {
    header: 'Cost',
    align: 'right',
    visibleFrom: 'sm',
    cell: ({ cost_usd: usd }) => (usd === null ? 'unknown' : formatUsd(usd)),
  },
] as const satisfies readonly SmallColumn<Request>[];

interface NewestRequestsProps extends Pick<TableProps, 'horizontalSpacing'> {
  requests: readonly Request[];
  /** Columns to hide. */
  without?: readonly (typeof COLUMNS)[number]['header'][];
}

/** A short list of requests for other pages. */
export function NewestRequestsTable({ requests, without = [], horizontalSpacing }: NewestRequestsProps) {
  return (
    <SmallTable
      aria-label="Newest requests"
      horizontalSpacing={horizontalSpacing}
      className="tabular"
      columns={COLUMNS.filter(({ header }) => !without.includes(header))}
      rows={requests}
      rowKey={({ id }) => id}
    />
  );
}
