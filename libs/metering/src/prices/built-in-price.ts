import { type ModelCatalogue } from '#models';
import { type PriceOfRecord } from './price.js';

/** What is known of models, as far as prices are concerned. */
export type PricedCatalogue = Pick<
  ModelCatalogue,
  'find' | 'findHost' | 'getOwn' | 'listProviders' | 'revision'
>;

type BuiltInPrice = Omit<PriceOfRecord, 'version'>;

/** The sandbox is a part of this program. */
const SANDBOX_PRICE = { price: { perRequest: 0 }, source: 'built in' };

/** A kind of service, and where one is reached if not where it usually is. */
export interface PricedService {
  provider: string;
  baseUrl?: string | undefined;
}

/** What the service asks for a model, by the catalogue. An address tells more than what is spoken there. */
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
  const known = catalogue.find(provider, upstreamModel);
  if (known?.price === undefined) return undefined;
  const [source] = known.sources.price ?? [];
  return { price: known.price, ...(source && { source: source.url, asOf: source.asOf }) };
}

/** What any provider asks for a model of this name. */
export function listBuiltInPrices(catalogue: PricedCatalogue, upstreamModel: string): BuiltInPrice[] {
  const providers = ['sandbox', ...catalogue.listProviders()];
  return providers.flatMap((provider) => findBuiltInPrice(catalogue, { provider }, upstreamModel) ?? []);
}
