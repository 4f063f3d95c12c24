import { Button, Group, Menu, Switch, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useIsConnected } from '../../api/connection.js';
import { toAddress } from '../../app/addresses.js';
import { type PeriodState } from '../../kit/period/use-period.js';
import { type ListState } from '../../kit/table/use-list-state.js';
import { type RequestFilter, requestCount } from './request-queries.js';
import { SavedFiltersMenu } from './saved-filters-menu.js';
import { type Live } from './use-live.js';
import { type Schema } from '../../api/client.js';

interface RequestToolbarProps {
  listState: ListState<RequestFilter>;
  period: PeriodState;
  live: Live;
}

/** The number of requests, the live switch, saved filters and exports. */
export function RequestToolbar({ listState, period, live }: RequestToolbarProps) {
  const { isLive, setLive } = live;
  const isConnected = useIsConnected();
  const { data } = useQuery(requestCount(listState.filters, { period, isLive }));
  return (
    <Group justify="space-between" mb="sm" gap="xs">
      <Text size="sm" role="status" mih="1lh">
        {data === undefined ? '' : describeCount(data)}
      </Text>
      <Group gap="xs">
        <Switch
          label={isConnected ? 'Live' : 'Live (disconnected)'}
          checked={isLive}
          onChange={(event) => setLive(event.currentTarget.checked)}
          mr="xs"
        />
        <SavedFiltersMenu />
        <ExportMenu listState={listState} period={period} />
      </Group>
    </Group>
  );
}

function ExportMenu({
  listState: { filters, sort },
  period,
}: Pick<RequestToolbarProps, 'listState' | 'period'>) {
  const query = new URLSearchParams({ ...filters, ...period.range(), ...(sort && { sort }) });
  const getExportUrl = (kind: string): string => toAddress(`/api/requests.${kind}?${query.toString()}`);
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>All pages, up to 100,000 requests</Menu.Label>
        <Menu.Item component="a" href={getExportUrl('csv')} download="requests.csv">
          CSV, for spreadsheets
        </Menu.Item>
        <Menu.Item component="a" href={getExportUrl('ndjson')} download="requests.ndjson">
          NDJSON, for programs
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** For example "1,234 requests", or "10,000+ requests" if the count is limited. */
function describeCount({ count, has_more: hasMore }: Schema<'RequestCountView'>): string {
  if (count === null) return 'Too many requests to count';
  const number = count.toLocaleString('en');
  return `${number}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'request' : 'requests'}`;
}
