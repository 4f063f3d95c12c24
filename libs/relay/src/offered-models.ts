import { type Token, mayUseModel } from '#access';
import { type Capability } from '#canonical';
import { type Catalog, type Channel } from '#catalog';
import { findProvider } from '#providers';

/** A model as clients are told of it. */
export interface OfferedModel {
  id: string;
  /** The service behind it. */
  ownedBy: string;
  createdAt: Date;
  capabilities: Capability[];
}

/** The models that a token may use, by name. Patterns have no name of their own and are not listed. */
export function listOfferedModels(catalog: Catalog, token: Token): OfferedModel[] {
  const names = new Set(catalog.activeChannels.flatMap((channel) => channel.models.map(({ id }) => id)));
  return [...names]
    .filter((name) => !name.endsWith('*'))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => findOfferedModel(catalog, token, name) ?? []);
}

/** Undefined where nothing serves it, or this token may not use it: both are the same to whoever asks. */
export function findOfferedModel(catalog: Catalog, token: Token, id: string): OfferedModel | undefined {
  if (!mayUseModel(token, id)) return undefined;
  const limits = catalog.capabilitiesOf(id);
  const serving = catalog.activeChannels.filter((channel) => serves(channel, id));
  const capabilities = [...new Set(serving.flatMap(capabilitiesOf))].filter(
    (one) => limits?.includes(one) ?? true,
  );
  const [first] = serving;
  if (first === undefined || capabilities.length === 0) return undefined;
  const createdAt = new Date(Math.min(...serving.map((channel) => channel.createdAt.getTime())));
  return { id, ownedBy: first.provider, createdAt, capabilities };
}

function serves({ models }: Channel, id: string): boolean {
  return models.some(
    (model) => model.id === id || (model.id.endsWith('*') && id.startsWith(model.id.slice(0, -1))),
  );
}

function capabilitiesOf({ provider }: Channel): Capability[] {
  return findProvider(provider)?.chat === undefined ? [] : ['chat'];
}
