import { type Capability, GatewayError } from '#canonical';
import { type Dialect } from './errors/dialect.js';
import { type ListedModel, type ListedPrice, describeFacts } from './listed-model.js';

export type { ListedModel };

type PageQuery = Readonly<Record<string, unknown>>;

interface Page {
  models: readonly ListedModel[];
  hasMore: boolean;
}

const METHODS: Partial<Record<Capability, string[]>> = {
  chat: ['generateContent', 'countTokens'],
  embeddings: ['embedContent', 'batchEmbedContents'],
  video: ['predictLongRunning'],
};

/** Encodes the models in the client's dialect. Each dialect has its own pagination. */
export function encodeModelList(models: readonly ListedModel[], dialect: Dialect, query: PageQuery): object {
  switch (dialect) {
    case 'openai':
    case 'cohere':
      return encodeOpenAiList(models, query);
    case 'anthropic':
      return encodeAnthropicList(models, query);
    case 'google':
      return encodeGoogleList(models, query);
  }
}

export function encodeModel(model: ListedModel, dialect: Dialect): object {
  switch (dialect) {
    case 'openai':
    case 'cohere':
      return encodeOpenAiModel(model);
    case 'anthropic':
      return encodeAnthropicModel(model);
    case 'google':
      return encodeGoogleModel(model);
  }
}

function encodeOpenAiModel({
  id,
  ownedBy,
  createdAt,
  capabilities,
  isStandIn = false,
  price,
  facts,
}: ListedModel): object {
  const created = Math.floor(createdAt.getTime() / 1000);
  return {
    id,
    object: 'model',
    created,
    owned_by: ownedBy,
    capabilities,
    ...(isStandIn && { stand_in: true }),
    ...(price && { price: encodePrices(price) }),
    ...describeFacts({ facts, price }),
  };
}

/** Prices of images and videos are listed only if one price applies to all sizes. */
function encodePrices(price: ListedPrice): object {
  const { perImage, perSecondVideo } = price;
  return {
    input_per_m_tok: price.inputPerMTok,
    cached_input_per_m_tok: price.cachedInputPerMTok,
    output_per_m_tok: price.outputPerMTok,
    per_image: typeof perImage === 'number' ? perImage : undefined,
    per_second_video: typeof perSecondVideo === 'number' ? perSecondVideo : undefined,
    per_minute_audio: price.perMinuteAudio,
    per_m_char: price.perMChar,
    per_search: price.perSearch,
    per_request: price.perRequest,
  };
}

/**
 * Codex sends its version, and expects a list under another name whose models include its own instructions. An empty
 * list makes it use the models that it knows.
 */
function encodeOpenAiList(models: readonly ListedModel[], query: PageQuery): object {
  const isCodex = query['client_version'] !== undefined;
  return { object: 'list', data: models.map(encodeOpenAiModel), ...(isCodex && { models: [] }) };
}

function encodeAnthropicModel({ id, createdAt, facts: { label = id, limits } = {} }: ListedModel): object {
  return {
    type: 'model',
    id,
    display_name: label,
    created_at: createdAt.toISOString(),
    lifecycle: 'active',
    max_input_tokens: limits?.input ?? limits?.context ?? null,
    max_tokens: limits?.output ?? null,
    capabilities: null,
  };
}

/** Cursor pagination: the page after `after_id`, or the page before `before_id`. */
function encodeAnthropicList(models: readonly ListedModel[], query: PageQuery): object {
  const limit = readPageSize(query['limit'], 'limit', { defaultSize: 20, max: 1000 });
  const before = query['before_id'];
  const page =
    before === undefined
      ? getPageAfter(models, query['after_id'], limit)
      : getPageBefore(models, before, limit);
  return {
    data: page.models.map(encodeAnthropicModel),
    has_more: page.hasMore,
    first_id: page.models[0]?.id ?? null,
    last_id: page.models.at(-1)?.id ?? null,
  };
}

function getPageAfter(models: readonly ListedModel[], after: unknown, limit: number): Page {
  const start = after === undefined ? 0 : getPosition(models, after, 'after_id') + 1;
  return { models: models.slice(start, start + limit), hasMore: start + limit < models.length };
}

function getPageBefore(models: readonly ListedModel[], before: unknown, limit: number): Page {
  const end = getPosition(models, before, 'before_id');
  const start = Math.max(end - limit, 0);
  return { models: models.slice(start, end), hasMore: start > 0 };
}

function getPosition(models: readonly ListedModel[], id: unknown, param: string): number {
  const position = models.findIndex((model) => model.id === id);
  if (position === -1)
    throw new GatewayError('invalid-value', `"${param}" is not the id of a model in this list.`, { param });
  return position;
}

function encodeGoogleModel({
  id,
  capabilities,
  facts: { label = id, limits, parameters } = {},
}: ListedModel): object {
  const inputTokenLimit = limits?.input ?? limits?.context;
  return {
    name: `models/${id}`,
    baseModelId: id,
    version: '1',
    displayName: label,
    ...(inputTokenLimit !== undefined && { inputTokenLimit }),
    ...(limits?.output !== undefined && { outputTokenLimit: limits.output }),
    ...(parameters?.taken?.includes('reasoning') && { thinking: true }),
    supportedGenerationMethods: capabilities.flatMap((capability) => METHODS[capability] ?? []),
  };
}

/** A page token is the encoded id of the last model of the previous page. */
function encodeGoogleList(models: readonly ListedModel[], query: PageQuery): object {
  const size = readPageSize(query['pageSize'], 'pageSize', { defaultSize: 50, max: 1000 });
  const start = readStart(models, query['pageToken']);
  const page = models.slice(start, start + size);
  const last = page.at(-1);
  const hasMore = last !== undefined && start + size < models.length;
  return {
    models: page.map(encodeGoogleModel),
    ...(hasMore ? { nextPageToken: Buffer.from(last.id).toString('base64url') } : {}),
  };
}

function readStart(models: readonly ListedModel[], token: unknown): number {
  if (token === undefined || token === '') return 0;
  const id = Buffer.from(typeof token === 'string' ? token : '', 'base64url').toString();
  const position = models.findIndex((model) => model.id === id);
  if (position === -1)
    throw new GatewayError('invalid-value', '"pageToken" is not valid.', {
      param: 'pageToken',
    });
  return position + 1;
}

function readPageSize(
  value: unknown,
  param: string,
  { defaultSize, max }: { defaultSize: number; max: number },
): number {
  if (value === undefined) return defaultSize;
  const size = Number(value);
  if (typeof value !== 'string' || !/^\d+$/.test(value) || size < 1 || size > max) {
    throw new GatewayError('invalid-value', `"${param}" must be a whole number from 1 to ${max}.`, {
      param,
    });
  }
  return size;
}
