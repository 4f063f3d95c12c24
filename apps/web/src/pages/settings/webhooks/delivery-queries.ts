import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Schema, unwrapResponse, api } from '../../../api/client.js';
import type { paths } from '../../../api/schema.js';

export type Delivery = Schema<'WebhookDeliveryView'>;
export type DeliveryState = Delivery['state'];

export const DELIVERIES = ['webhook-deliveries'] as const;
const REFETCH_INTERVAL_MS = 5_000;

export const DELIVERY_STATES = {
  pending: { label: 'Pending', color: 'blue' },
  delivered: { label: 'Delivered', color: 'gate' },
  dead: { label: 'Failed', color: 'red' },
} as const satisfies Record<DeliveryState, { label: string; color: string }>;

export function isDeliveryState(text: string | undefined): text is DeliveryState {
  return text !== undefined && Object.hasOwn(DELIVERY_STATES, text);
}

export type DeliveryListQuery = NonNullable<paths['/api/webhook-deliveries']['get']['parameters']['query']>;

export function deliveryList(key: string, query: () => DeliveryListQuery) {
  return queryOptions({
    queryKey: [...DELIVERIES, 'list', key],
    queryFn: () => unwrapResponse(api.GET('/api/webhook-deliveries', { params: { query: query() } })),
    placeholderData: keepPreviousData,
  });
}

export function oneDelivery(id: string) {
  return queryOptions({
    queryKey: [...DELIVERIES, id],
    queryFn: () => unwrapResponse(api.GET('/api/webhook-deliveries/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? REFETCH_INTERVAL_MS : false),
  });
}
