import { GatewayError } from '#canonical';
import { type ListedModel, type PageQuery } from './listed-model.js';
import { readPageSize } from './page-size.js';

export function anthropicModel({ id, createdAt }: ListedModel): object {
  return {
    type: 'model',
    id,
    display_name: id,
    created_at: createdAt.toISOString(),
    lifecycle: 'active',
    max_input_tokens: null,
    max_tokens: null,
    capabilities: null,
  };
}

/** Pages by cursor: behind `after_id`, or just before `before_id`. */
export function anthropicModelList(models: readonly ListedModel[], query: PageQuery): object {
  const limit = readPageSize(query['limit'], 'limit', { usual: 20, max: 1000 });
  const before = query['before_id'];
  const page =
    before === undefined ? pageBehind(models, query['after_id'], limit) : pageBefore(models, before, limit);
  return {
    data: page.models.map(anthropicModel),
    has_more: page.hasMore,
    first_id: page.models[0]?.id ?? null,
    last_id: page.models.at(-1)?.id ?? null,
  };
}

interface Page {
  models: readonly ListedModel[];
  hasMore: boolean;
}

function pageBehind(models: readonly ListedModel[], after: unknown, limit: number): Page {
  const start = after === undefined ? 0 : getPosition(models, after, 'after_id') + 1;
  return { models: models.slice(start, start + limit), hasMore: start + limit < models.length };
}

function pageBefore(models: readonly ListedModel[], before: unknown, limit: number): Page {
  const end = getPosition(models, before, 'before_id');
  const start = Math.max(end - limit, 0);
  return { models: models.slice(start, end), hasMore: start > 0 };
}

function getPosition(models: readonly ListedModel[], id: unknown, param: string): number {
  const position = models.findIndex((model) => model.id === id);
  if (position === -1)
    throw new GatewayError('invalid-value', `"${param}" is not the id of a listed model.`, { param });
  return position;
}
