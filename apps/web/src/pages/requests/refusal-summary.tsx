import { Anchor, Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Schema } from '../../api/client.js';
import { formatMoment } from '../../kit/format.js';
import { type Range } from '../../kit/period/period.js';
import { type PeriodState } from '../../kit/period/use-period.js';
import { type ListState } from '../../kit/table/use-list-state.js';
import { type TimeZone } from '../../kit/time-zone/time-zone.js';
import { useTimeZone } from '../../kit/time-zone/use-time-zone.js';
import { outcomeLabel } from './outcome.js';
import { type RequestFilter, refusalCounts } from './request-queries.js';

interface RefusalSummaryProps {
  listState: ListState<RequestFilter>;
  period: PeriodState;
  isLive: boolean;
}

const MAX_SHOWN = 6;
const HOUR_MS = 3_600_000;

/** The exact numbers of refused requests. The list below has only a sample of them if there are many. */
export function RefusalSummary({ listState, period, isLive }: RefusalSummaryProps) {
  const zone = useTimeZone();
  const { data } = useQuery(refusalCounts(listState.filters, { period, isLive }));
  const counts = (data?.data ?? []).filter(({ refused: isRefusal }) => isRefusal);
  const total = counts.reduce((sum, { refusals }) => sum + refusals, 0);
  const requests = total === 1 ? '1 request was' : `${total.toLocaleString('en')} requests were`;
  return (
    <Paper withBorder p="sm" mb="sm" component="section" aria-label="Refused requests by token and reason">
      <Text size="sm" mih="1lh">
        {data === undefined
          ? ''
          : `${requests} refused ${describeHours(period.range(), zone)}. If many were refused for the same reason, the list shows only a sample of them.`}
      </Text>
      <Group gap="md" mih="1.5rem" style={{ rowGap: 4 }}>
        {counts.slice(0, MAX_SHOWN).map((count) => (
          <RefusalCount key={`${count.token_id} ${count.outcome}`} count={count} listState={listState} />
        ))}
        {counts.length > MAX_SHOWN ? (
          <Text size="sm" c="dimmed">
            and {counts.length - MAX_SHOWN} more
          </Text>
        ) : null}
      </Group>
    </Paper>
  );
}

/** Refusals are counted per hour, so the counted range is the period extended to full hours. */
function describeHours({ from, to }: Range, zone: TimeZone): string {
  const start = Math.floor(Date.parse(from) / HOUR_MS) * HOUR_MS;
  const end = Math.ceil(Date.parse(to) / HOUR_MS) * HOUR_MS;
  const since = formatMoment(new Date(start), zone);
  return end > Date.now() ? `since ${since}` : `from ${since} to ${formatMoment(new Date(end), zone)}`;
}

function RefusalCount({
  count: { token_id: tokenId, token_name: name, outcome, refusals },
  listState,
}: {
  count: Schema<'RefusalCountView'>;
  listState: ListState<RequestFilter>;
}) {
  const token = tokenId === null ? 'without a valid token' : (name ?? 'deleted token');
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={() => listState.setFilters({ outcome, ...(tokenId === null ? {} : { token: tokenId }) })}
    >
      {refusals.toLocaleString('en')} × {outcomeLabel(outcome)} ({token})
    </Anchor>
  );
}
