import { type ModelCatalogue } from '#models';
import { type PriceOfRecord } from './price.js';

/** What is known of models, as far as prices are concerned. */
export type PricedCatalogue = Pick<ModelCatalogue, 'find' | 'listProviders' | 'revision'>;

type BuiltInPrice = Omit<PriceOfRecord, 'version'>;

/** The sandbox is a part of this program. */
const SANDBOX_PRICE = { price: { perRequest: 0 }, source: 'built in' };

/** What the provider asks for a model, by the catalogue. */
export function findBuiltInPrice(
  catalogue: PricedCatalogue,
  provider: string,
  upstreamModel: string,
): BuiltInPrice | undefined {
  if (provider === 'sandbox') return SANDBOX_PRICE;
  const known = catalogue.find(provider, upstreamModel);
  if (known?.price === undefined) return undefined;
  const [source] = known.sources.price ?? [];
  return { price: known.price, ...(source && { source: source.url, asOf: source.asOf }) };
}

/** What any provider asks for a model of this name. */
export function listBuiltInPrices(catalogue: PricedCatalogue, upstreamModel: string): BuiltInPrice[] {
  const providers = ['sandbox', ...catalogue.listProviders()];
  return providers.flatMap((provider) => findBuiltInPrice(catalogue, provider, upstreamModel) ?? []);
}
