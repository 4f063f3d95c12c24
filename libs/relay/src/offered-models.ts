import { type Token, mayUseModel } from '#access';
import { type Capability } from '#canonical';
import { type Catalog, type Channel, getServiceName, targetsAt } from '#catalog';
import { findProvider, makesVideos } from '#providers';
import { getSupportedFormats } from '#upstream';
import { FORMAT_IDS, type Operation } from '#wire';

const OPERATION_CAPABILITIES: Record<Operation, readonly Capability[]> = {
  // For a text model, the gateway adds speech recognition and synthesis.
  chat: ['chat', 'realtime'],
  // The gateway ranks by the similarity of embeddings.
  embeddings: ['embeddings', 'rerank'],
  'image-generation': ['images'],
  'image-edit': ['images'],
  speech: ['speech'],
  transcription: ['transcription'],
  'audio-translation': ['transcription'],
  rerank: ['rerank'],
  moderation: ['moderation'],
  realtime: ['realtime'],
};

/** A model as it is listed to clients. */
export interface OfferedModel {
  id: string;
  /** The provider of its first channel. */
  ownedBy: string;
  /** The name of the service in the price list. */
  service: string;
  /** Set if it differs from the provider's default. */
  baseUrl?: string | undefined;
  /** The name of the model at that service. */
  upstreamModel: string;
  createdAt: Date;
  capabilities: Capability[];
  /** Whether only the built-in sandbox serves it. */
  isStandIn: boolean;
}

/** The models that a token may use. */
export function listOfferedModels(catalog: Catalog, token: Token): OfferedModel[] {
  return listServedModels(catalog, (id) => mayUseModel(token, id));
}

/** Models by name, those of the sandbox last. Patterns are not listed. */
export function listServedModels(catalog: Catalog, filter: (id: string) => boolean): OfferedModel[] {
  const names = new Set(catalog.activeChannels.flatMap((channel) => channel.models.map(({ id }) => id)));
  const models = [...names]
    .filter((name) => !name.endsWith('*') && filter(name))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => findServedModel(catalog, name) ?? []);
  return [...models.filter(({ isStandIn }) => !isStandIn), ...models.filter(({ isStandIn }) => isStandIn)];
}

/** Undefined if no channel serves it or the token may not use it. The caller cannot tell the two apart. */
export function findOfferedModel(catalog: Catalog, token: Token, id: string): OfferedModel | undefined {
  return mayUseModel(token, id) ? findServedModel(catalog, id) : undefined;
}

/** Undefined if no channel serves it. */
export function findServedModel(catalog: Catalog, id: string): OfferedModel | undefined {
  const limits = catalog.getCapabilities(id);
  const serving = targetsAt(catalog.activeChannels, id).map(({ channel }) => channel);
  const capabilities = [...new Set(serving.flatMap((channel) => getCapabilities(channel, id)))].filter(
    (one) => limits?.includes(one) ?? true,
  );
  const [first] = serving;
  if (first === undefined || capabilities.length === 0) return undefined;
  const createdAt = new Date(Math.min(...serving.map((channel) => channel.createdAt.getTime())));
  const { provider: ownedBy, baseUrl } = first;
  const service = getServiceName(first);
  return {
    id,
    ownedBy,
    service,
    baseUrl,
    upstreamModel: getUpstreamModel(first, id),
    createdAt,
    capabilities,
    isStandIn: first.isStandIn === true,
  };
}

function getCapabilities(channel: Channel, id: string): Capability[] {
  const provider = findProvider(channel.provider);
  if (provider === undefined) return [];
  const upstreamModel = getUpstreamModel(channel, id);
  const operations = Object.keys(FORMAT_IDS) as Operation[];
  const served = operations
    .filter((operation) => getSupportedFormats(operation, { channel, upstreamModel }, provider).length > 0)
    .flatMap((operation) => OPERATION_CAPABILITIES[operation]);
  return makesVideos(provider, upstreamModel) ? [...served, 'video'] : served;
}

function getUpstreamModel({ models }: Channel, id: string): string {
  return models.find((model) => model.id === id)?.upstream ?? id;
}
