import { LRUCache } from 'lru-cache';
import { type PricedCatalogue, findBuiltInPrice, listBuiltInPrices } from './built-in-price.js';
import { type Price, type PriceOfRecord } from './price.js';
import { getVersion } from './price-version.js';

export interface PriceBookOptions {
  /** The price in the configuration of a model. */
  getOverride: (model: string) => Price | undefined;
  /** The prices file, by model id. */
  filePrices: Readonly<Record<string, Price>>;
  /** The built-in prices, which can be updated at run time. */
  catalogue: PricedCatalogue;
}

export interface PricedModel {
  /** The name that clients use. */
  model: string;
  provider: string;
  /** The channel's base URL, if it is not the provider's own. */
  baseUrl?: string | undefined;
  upstreamModel: string;
}

type NamedModel = Pick<PricedModel, 'model' | 'upstreamModel'>;

/** Bounded, because clients can send any name if a channel serves all models. */
const MAX_CACHED = 2_000;

type Entry = Omit<PriceOfRecord, 'version'>;

/** The price of a model: a configured one, otherwise the built-in one. */
export class PriceBook {
  private readonly filePrices: ReadonlyMap<string, Price>;
  /** Prices are read on every request; their versions are computed once. */
  private readonly versions = new WeakMap<Price, string>();
  /** Every price that a request may have been charged by, including prices that have changed since. */
  private readonly usedPrices = new Map<string, PriceOfRecord>();

  /** Prices by model and channel. An entry is valid while the override of the model is unchanged. */
  private readonly cache = new LRUCache<
    string,
    { override: Price | undefined; record: PriceOfRecord | undefined }
  >({ max: MAX_CACHED });
  private revision = -1;

  constructor(private readonly options: PriceBookOptions) {
    this.filePrices = new Map(Object.entries(options.filePrices));
  }

  /** Undefined if the price is unknown. Returns the same object until the price changes. */
  getPrice(priced: PricedModel): PriceOfRecord | undefined {
    const { model, provider, baseUrl, upstreamModel } = priced;
    const override = this.options.getOverride(model);
    if (this.options.catalogue.revision !== this.revision) this.clearCache();
    const key = `${provider}\n${baseUrl}\n${upstreamModel}\n${model}`;
    const cached = this.cache.get(key);
    if (cached !== undefined && cached.override === override) return cached.record;
    const record = this.findPrice(priced);
    this.cache.set(key, { override, record });
    return record;
  }

  /** The price with this version, by which this or another process charged the model. */
  find(version: string, named: NamedModel): PriceOfRecord | undefined {
    const used = this.usedPrices.get(version);
    if (used !== undefined) return used;
    const entries = [
      ...this.listOverrides(named),
      ...listBuiltInPrices(this.options.catalogue, this.getCatalogueName(named)),
    ];
    const entry = entries.find(({ price }) => this.getVersion(price) === version);
    return entry && { version, ...entry };
  }

  private findPrice({ model, upstreamModel, ...service }: PricedModel): PriceOfRecord | undefined {
    const [override] = this.listOverrides({ model, upstreamModel });
    const entry =
      override ??
      findBuiltInPrice(this.options.catalogue, service, this.getCatalogueName({ model, upstreamModel }));
    if (entry === undefined) return undefined;
    const record = { version: this.getVersion(entry.price), ...entry };
    if (!this.usedPrices.has(record.version)) this.usedPrices.set(record.version, record);
    return record;
  }

  /** The configured prices of a model; the first one applies. */
  private listOverrides({ model, upstreamModel }: NamedModel): Entry[] {
    const entries = [
      { price: this.options.getOverride(model), source: 'models[].price' },
      { price: this.filePrices.get(model), source: 'pricesFile' },
      { price: this.filePrices.get(upstreamModel), source: 'pricesFile' },
    ];
    return entries.flatMap(({ price, source }) => (price === undefined ? [] : [{ price, source }]));
  }

  /** The configuration can state which model an upstream's own name stands for (`knownAs`). */
  private getCatalogueName({ model, upstreamModel }: NamedModel): string {
    return this.options.catalogue.getOwn(model)?.knownAs ?? upstreamModel;
  }

  private clearCache(): void {
    this.cache.clear();
    this.revision = this.options.catalogue.revision;
  }

  private getVersion(price: Price): string {
    const version = this.versions.get(price) ?? getVersion(price);
    this.versions.set(price, version);
    return version;
  }
}
