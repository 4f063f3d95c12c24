import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconWebhook } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../../kit/empty-state.js';
import { PeriodPicker } from '../../../kit/period/period-picker.js';
import { usePeriod } from '../../../kit/period/use-period.js';
import { ChoiceFilter } from '../../../kit/table/choice-filter.js';
import { ClearFilters, LoadedTable } from '../../../kit/table/loaded-table.js';
import { SearchFilter } from '../../../kit/table/search-filter.js';
import { type ListState, useListState } from '../../../kit/table/use-list-state.js';
import { deliveryColumns } from './delivery-columns.js';
import { DeliveryDrawer } from './delivery-drawer.js';
import {
  DELIVERY_STATES,
  type DeliveryListQuery,
  deliveryList,
  isDeliveryState,
} from './delivery-queries.js';

const FILTERS = ['state', 'type'] as const;
const STATES = Object.entries(DELIVERY_STATES).map(([value, { label }]) => ({ value, label }));

export function WebhookDeliveries() {
  const listState = useListState(FILTERS);
  const period = usePeriod('7d');
  const [params, setParams] = useSearchParams();
  const linkTo = (id: string | null): string => {
    const next = new URLSearchParams(params);
    if (id === null) next.delete('delivery');
    else next.set('delivery', id);
    return `?${next}`;
  };
  const { state, type } = listState.filters;
  const { sort, cursor } = listState;
  const result = useQuery(
    deliveryList(JSON.stringify([sort, cursor, state, type, period.key]), () => ({
      sort: sort as DeliveryListQuery['sort'],
      cursor,
      type,
      state: isDeliveryState(state) ? state : undefined,
      ...period.range(),
    })),
  );
  return (
    <>
      <Text c="dimmed" mb="md" maw="44rem">
        Webhook calls to your applications. Failed deliveries are retried for about three days. After that,
        you can resend them.
      </Text>
      <Group mb="md" gap="sm" align="flex-start" role="search" aria-label="Filter deliveries">
        <Filters listState={listState} />
        <PeriodPicker period={period} />
      </Group>
      <LoadedTable
        label="Webhook deliveries"
        result={result}
        rowKey={({ id }) => id}
        columns={deliveryColumns(linkTo)}
        getLink={({ id }) => linkTo(id)}
        listState={listState}
        defaultSort="-created_at"
        empty={<NoDeliveries listState={listState} />}
      />
      <DeliveryDrawer
        id={params.get('delivery')}
        onClose={() => setParams(new URLSearchParams(linkTo(null)), { preventScrollReset: true })}
      />
    </>
  );
}

type DeliveryListState = ListState<(typeof FILTERS)[number]>;

function Filters({ listState: { filters, setFilter } }: { listState: DeliveryListState }) {
  return (
    <>
      <ChoiceFilter
        label="Status"
        data={STATES}
        value={filters.state}
        onChange={(state) => setFilter('state', state)}
      />
      <SearchFilter
        label="Type, such as video.completed"
        value={filters.type}
        onChange={(type) => setFilter('type', type)}
      />
    </>
  );
}

function NoDeliveries({ listState }: { listState: DeliveryListState }) {
  return (
    <EmptyState icon={IconWebhook} title="No deliveries" action={<ClearFilters listState={listState} />}>
      {listState.hasFilters
        ? 'No deliveries in this period match the filters.'
        : 'Set a webhook URL on a token. The gateway calls it when a video starts, completes or fails, and when a budget reaches 80% and 100%.'}
    </EmptyState>
  );
}
