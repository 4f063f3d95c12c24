import { GatewayError, type Capability } from '#canonical';
import { type ListedModel, type PageQuery } from './listed-model.js';
import { readPageSize } from './page-size.js';

const METHODS: Partial<Record<Capability, string[]>> = {
  chat: ['generateContent', 'countTokens'],
  embeddings: ['embedContent', 'batchEmbedContents'],
  video: ['predictLongRunning'],
};

export function googleModel({ id, capabilities }: ListedModel): object {
  return {
    name: `models/${id}`,
    baseModelId: id,
    version: '1',
    displayName: id,
    supportedGenerationMethods: capabilities.flatMap((capability) => METHODS[capability] ?? []),
  };
}

/** A page token is the id that the last page ended with, in a form that nobody is tempted to make up. */
export function googleModelList(models: readonly ListedModel[], query: PageQuery): object {
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
