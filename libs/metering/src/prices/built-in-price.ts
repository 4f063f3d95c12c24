import { type ModelCatalogue } from '#models';
import { type PriceOfRecord } from './price.js';

/** The part of the model catalogue that prices need. */
export type PricedCatalogue = Pick<
  ModelCatalogue,
  'find' | 'findHost' | 'getOwn' | 'listProviders' | 'revision'
>;

type BuiltInPrice = Omit<PriceOfRecord, 'version'>;

/** The sandbox is simulated by the gateway itself. */
const SANDBOX_PRICE = { price: { perRequest: 0 }, source: 'built in' };

/** A provider, and the base URL if it is not the provider's own. */
export interface PricedService {
  provider: string;
  baseUrl?: string | undefined;
}

/** The catalogue's price of a model at a service. The host of the base URL decides before the configured provider. */
export function findBuiltInPrice(
  catalogue: PricedCatalogue,
  { provider, baseUrl }: PricedService,
  upstreamModel: string,
): BuiltInPrice | undefined {
  if (provider === 'sandbox') return SANDBOX_PRICE;
  const host = baseUrl === undefined ? undefined : catalogue.findHost(baseUrl);
  return findListedPrice(catalogue, host ?? provider, upstreamModel);
}

function findListedPrice(
  catalogue: PricedCatalogue,
  provider: string,
  upstreamModel: string,
): BuiltInPrice | undefined {
  const model = catalogue.find(provider, upstreamModel);
  if (model?.price === undefined) return undefined;
  const [source] = model.sources.price ?? [];
  return { price: model.price, ...(source && { source: source.url, asOf: source.asOf }) };
}

/** The prices of all providers for a model with this name. */
export function listBuiltInPrices(catalogue: PricedCatalogue, upstreamModel: string): BuiltInPrice[] {
  const providers = ['sandbox', ...catalogue.listProviders()];
  return providers.flatMap((provider) => findBuiltInPrice(catalogue, { provider }, upstreamModel) ?? []);
}
