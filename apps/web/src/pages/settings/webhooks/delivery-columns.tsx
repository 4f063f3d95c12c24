import { Badge, Text } from '@mantine/core';
import { type Column } from '../../../kit/table/data-table.js';
import { RowLink } from '../../../kit/table/row-link.js';
import { RelativeTime } from '../../../kit/relative-time.js';
import { DELIVERY_STATES, type Delivery, type DeliveryState } from './delivery-queries.js';

export function deliveryColumns(linkTo: (id: string) => string): Column<Delivery>[] {
  return [
    { header: 'Type', cell: ({ id, type }) => <RowLink to={linkTo(id)}>{type}</RowLink> },
    { header: 'Status', cell: ({ state }) => <DeliveryBadge state={state} /> },
    {
      header: 'To',
      wideOnly: true,
      cell: ({ url, token_name: token }) => (
        <>
          <Text inherit style={{ overflowWrap: 'anywhere' }} maw="24rem">
            {url}
          </Text>
          <Text size="xs" c="dimmed">
            {token ?? 'gateway'}
          </Text>
        </>
      ),
    },
    {
      header: 'Last response',
      wideOnly: true,
      cell: ({ last_status: status, last_error: error }) => status ?? error ?? '–',
    },
    { header: 'Attempts', align: 'right', wideOnly: true, cell: ({ attempts }) => attempts },
    {
      header: 'Created',
      hasTimes: true,
      sortBy: 'created_at',
      cell: ({ created_at: at }) => <RelativeTime at={at} />,
    },
  ];
}

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const { label, color } = DELIVERY_STATES[state];
  return (
    <Badge variant="light" color={color}>
      {label}
    </Badge>
  );
}
