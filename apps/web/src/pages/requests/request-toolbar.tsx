import { Button, Group, Menu, Switch, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useIsConnected } from '../../api/connection.js';
import { toAddress } from '../../app/place.js';
import { type PeriodPlace } from '../../kit/period/use-period.js';
import { type ListPlace } from '../../kit/table/use-list-place.js';
import { type RequestFilter, requestCount } from './request-queries.js';
import { SavedFiltersMenu } from './saved-filters-menu.js';
import { type Live } from './use-live.js';
import { type Schema } from '../../api/client.js';

interface RequestToolbarProps {
  place: ListPlace<RequestFilter>;
  period: PeriodPlace;
  live: Live;
}

/** The number of requests, the live switch, saved filters and exports. */
export function RequestToolbar({ place, period, live }: RequestToolbarProps) {
  const { isLive, setLive } = live;
  const isConnected = useIsConnected();
  const { data } = useQuery(requestCount(place.filters, { period, isLive }));
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
        <ExportMenu place={place} period={period} />
      </Group>
    </Group>
  );
}

function ExportMenu({ place: { filters, sort }, period }: Pick<RequestToolbarProps, 'place' | 'period'>) {
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
