import { queryOptions } from '@tanstack/react-query';
import { type Schema, unwrapResponse, api } from '../../api/client.js';
import type { paths } from '../../api/schema.js';

export type Model = Schema<'ModelView'>;
export type Capability = Model['capabilities'][number];
export type Rates = Schema<'PriceRates'>;
export type KnownFacts = Schema<'KnownModelView'>;

export const MODELS = ['models'] as const;

export type ModelListQuery = NonNullable<paths['/api/models']['get']['parameters']['query']>;

export function modelList(query: ModelListQuery) {
  return queryOptions({
    queryKey: [...MODELS, 'list', query],
    queryFn: () => unwrapResponse(api.GET('/api/models', { params: { query } })),
    placeholderData: (before) => before,
  });
}

export function oneModel(id: string) {
  return queryOptions({
    queryKey: [...MODELS, id],
    queryFn: () => unwrapResponse(api.GET('/api/models/{id}', { params: { path: { id } } })),
  });
}

const LAST_CHANGES = 5;

/** The latest changes of a model. */
export function modelChanges(id: string) {
  return queryOptions({
    queryKey: [...MODELS, id, 'changes'],
    queryFn: () =>
      unwrapResponse(
        api.GET('/api/models/{id}/changes', { params: { path: { id }, query: { limit: LAST_CHANGES } } }),
      ),
  });
}

/** The page of a model. The name is encoded, because it can contain slashes. */
export function modelPath(id: string): string {
  return `/models/${encodeURIComponent(id)}`;
}
