import { type Capability, GatewayError } from '#canonical';
import { type Dialect } from './errors/dialect.js';
import { type ListedModel, type ListedPrice, describeKnown } from './listed-model.js';

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

/** The models in the caller's dialect; each has its own idea of pages. */
export function encodeModelList(models: readonly ListedModel[], dialect: Dialect, query: PageQuery): object {
  switch (dialect) {
    case 'openai':
    case 'cohere':
      return openAiModelList(models, query);
    case 'anthropic':
      return anthropicModelList(models, query);
    case 'google':
      return googleModelList(models, query);
  }
}

export function encodeModel(model: ListedModel, dialect: Dialect): object {
  switch (dialect) {
    case 'openai':
    case 'cohere':
      return openAiModel(model);
    case 'anthropic':
      return anthropicModel(model);
    case 'google':
      return googleModel(model);
  }
}

function openAiModel({
  id,
  ownedBy,
  createdAt,
  capabilities,
  isStandIn = false,
  price,
  known,
}: ListedModel): object {
  const created = Math.floor(createdAt.getTime() / 1000);
  return {
    id,
    object: 'model',
    created,
    owned_by: ownedBy,
    capabilities,
    ...(isStandIn && { stand_in: true }),
    ...(price && { price: rates(price) }),
    ...describeKnown({ known, price }),
  };
}

/** Of images and videos only where one price holds for all sizes. */
function rates(price: ListedPrice): object {
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
 * Codex, which names its version, wants a list under another name, and takes a model from it as a whole, with the
 * instructions that it gives the model. These are its own, so it is told of none, and goes on with those it knows.
 */
function openAiModelList(models: readonly ListedModel[], query: PageQuery): object {
  const isCodex = query['client_version'] !== undefined;
  return { object: 'list', data: models.map(openAiModel), ...(isCodex && { models: [] }) };
}

function anthropicModel({ id, createdAt, known: { label = id, limits } = {} }: ListedModel): object {
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

/** Pages by cursor: behind `after_id`, or just before `before_id`. */
function anthropicModelList(models: readonly ListedModel[], query: PageQuery): object {
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

function googleModel({
  id,
  capabilities,
  known: { label = id, limits, parameters } = {},
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

/** A page token is the id that the last page ended with, in a form that nobody is tempted to make up. */
function googleModelList(models: readonly ListedModel[], query: PageQuery): object {
  const size = readPageSize(query['pageSize'], 'pageSize', { usual: 50, max: 1000 });
  const start = readStart(models, query['pageToken']);
  const page = models.slice(start, start + size);
  const last = page.at(-1);
  const hasMore = last !== undefined && start + size < models.length;
  return {
    models: page.map(googleModel),
    ...(hasMore ? { nextPageToken: Buffer.from(last.id).toString('base64url') } : {}),
  };
}

function readStart(models: readonly ListedModel[], token: unknown): number {
  if (token === undefined || token === '') return 0;
  const id = Buffer.from(typeof token === 'string' ? token : '', 'base64url').toString();
  const position = models.findIndex((model) => model.id === id);
  if (position === -1)
    throw new GatewayError('invalid-value', '"pageToken" is not one that was given out.', {
      param: 'pageToken',
    });
  return position + 1;
}

function readPageSize(value: unknown, param: string, { usual, max }: { usual: number; max: number }): number {
  if (value === undefined) return usual;
  const size = Number(value);
  if (typeof value !== 'string' || !/^\d+$/.test(value) || size < 1 || size > max) {
    throw new GatewayError('invalid-value', `"${param}" must be a whole number from 1 to ${max}.`, {
      param,
    });
  }
  return size;
}
