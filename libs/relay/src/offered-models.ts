import { type Token, mayUseModel } from '#access';
import { type Capability } from '#canonical';
import { type Catalog, type Channel, getServiceName, targetsAt } from '#catalog';
import { findProvider, makesVideos } from '#providers';
import { spokenFormats } from '#upstream';
import { FORMAT_IDS, type Operation } from '#wire';

const CAPABILITIES_OF: Record<Operation, readonly Capability[]> = {
  // The gateway speaks and listens for a model that can only write.
  chat: ['chat', 'realtime'],
  // Whoever makes vectors can rank by how close they are.
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

/** A model as clients are told of it. */
export interface OfferedModel {
  id: string;
  /** The service behind it. */
  ownedBy: string;
  /** What prices call that service. */
  service: string;
  /** Where it is, if not where such services usually are. */
  baseUrl?: string | undefined;
  /** What that service calls it. */
  upstreamModel: string;
  createdAt: Date;
  capabilities: Capability[];
  /** Whether only the sandbox that came with the program serves it. */
  isStandIn: boolean;
}

/** The models that a token may use. */
export function listOfferedModels(catalog: Catalog, token: Token): OfferedModel[] {
  return listServedModels(catalog, (id) => mayUseModel(token, id));
}

/**
 * Models by name, those of the sandbox behind all others. Patterns have no name of their own and are not listed.
 */
export function listServedModels(catalog: Catalog, isWanted: (id: string) => boolean): OfferedModel[] {
  const names = new Set(catalog.activeChannels.flatMap((channel) => channel.models.map(({ id }) => id)));
  const models = [...names]
    .filter((name) => !name.endsWith('*') && isWanted(name))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => findServedModel(catalog, name) ?? []);
  return [...models.filter(({ isStandIn }) => !isStandIn), ...models.filter(({ isStandIn }) => isStandIn)];
}

/** Undefined where nothing serves it, or this token may not use it: both are the same to whoever asks. */
export function findOfferedModel(catalog: Catalog, token: Token, id: string): OfferedModel | undefined {
  return mayUseModel(token, id) ? findServedModel(catalog, id) : undefined;
}

/** Undefined where nothing serves it. */
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
    upstreamModel: getUpstream(first, id),
    createdAt,
    capabilities,
    isStandIn: first.isStandIn === true,
  };
}

function getCapabilities(channel: Channel, id: string): Capability[] {
  const provider = findProvider(channel.provider);
  if (provider === undefined) return [];
  const upstreamModel = getUpstream(channel, id);
  const operations = Object.keys(FORMAT_IDS) as Operation[];
  const served = operations
    .filter((operation) => spokenFormats(operation, { channel, upstreamModel }, provider).length > 0)
    .flatMap((operation) => CAPABILITIES_OF[operation]);
  return makesVideos(provider, upstreamModel) ? [...served, 'video'] : served;
}

function getUpstream({ models }: Channel, id: string): string {
  return models.find((model) => model.id === id)?.upstream ?? id;
}
