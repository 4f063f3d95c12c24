import { type PricedCatalogue, findBuiltInPrice, listBuiltInPrices } from './built-in-price.js';
import { type Price, type PriceOfRecord } from './price.js';
import { getVersion } from './price-version.js';

export interface PriceBookOptions {
  /** What the configuration of a model says. */
  getOverride: (model: string) => Price | undefined;
  /** What the prices file says, by model id. */
  filePrices: Readonly<Record<string, Price>>;
  /** What is built in, or has been brought up to date since. */
  catalogue: PricedCatalogue;
}

export interface PricedModel {
  /** As clients name it. */
  model: string;
  provider: string;
  /** Where the channel finds it, if not where the provider usually is. */
  baseUrl?: string | undefined;
  upstreamModel: string;
}

type NamedModel = Pick<PricedModel, 'model' | 'upstreamModel'>;

/** Clients may name models as they like where a channel takes any. */
const MAX_FOUND = 10_000;

type Entry = Omit<PriceOfRecord, 'version'>;

/** What a model costs: what somebody has set for it, else what is built in. */
export class PriceBook {
  private readonly filePrices: ReadonlyMap<string, Price>;
  /** Prices are read on every request; their versions are worked out once. */
  private readonly versions = new WeakMap<Price, string>();
  /** Every price that a request may have been charged by, also after it has changed. */
  private readonly handedOut = new Map<string, PriceOfRecord>();

  /** What was found for a model, as long as nothing else is set for it. */
  private readonly found = new Map<
    string,
    { override: Price | undefined; record: PriceOfRecord | undefined }
  >();
  private revision = -1;

  constructor(private readonly parts: PriceBookOptions) {
    this.filePrices = new Map(Object.entries(parts.filePrices));
  }

  /** Undefined where nobody knows. The same object until somebody sets another price. */
  getPrice(priced: PricedModel): PriceOfRecord | undefined {
    const { model, provider, baseUrl, upstreamModel } = priced;
    const override = this.parts.getOverride(model);
    if (this.parts.catalogue.revision !== this.revision) this.forgetFound();
    const key = `${provider}\n${baseUrl}\n${upstreamModel}\n${model}`;
    const found = this.found.get(key);
    if (found !== undefined && found.override === override) return found.record;
    const record = this.findPrice(priced);
    if (this.found.size >= MAX_FOUND) this.found.clear();
    this.found.set(key, { override, record });
    return record;
  }

  /** The price of a version that the model was charged by, maybe by another process. */
  find(version: string, named: NamedModel): PriceOfRecord | undefined {
    const known = this.handedOut.get(version);
    if (known !== undefined) return known;
    const entries = [
      ...this.settings(named),
      ...listBuiltInPrices(this.parts.catalogue, this.getListedName(named)),
    ];
    const entry = entries.find(({ price }) => this.getVersion(price) === version);
    return entry && { version, ...entry };
  }

  private findPrice({ model, upstreamModel, ...service }: PricedModel): PriceOfRecord | undefined {
    const [set] = this.settings({ model, upstreamModel });
    const entry =
      set ?? findBuiltInPrice(this.parts.catalogue, service, this.getListedName({ model, upstreamModel }));
    if (entry === undefined) return undefined;
    const record = { version: this.getVersion(entry.price), ...entry };
    if (!this.handedOut.has(record.version)) this.handedOut.set(record.version, record);
    return record;
  }

  /** What has been set for a model; the first one counts. */
  private settings({ model, upstreamModel }: NamedModel): Entry[] {
    const entries = [
      { price: this.parts.getOverride(model), source: 'models[].price' },
      { price: this.filePrices.get(model), source: 'pricesFile' },
      { price: this.filePrices.get(upstreamModel), source: 'pricesFile' },
    ];
    return entries.flatMap(({ price, source }) => (price === undefined ? [] : [{ price, source }]));
  }

  /** Where the upstream's name says nothing, the configuration may tell what the model is. */
  private getListedName({ model, upstreamModel }: NamedModel): string {
    return this.parts.catalogue.getOwn(model)?.knownAs ?? upstreamModel;
  }

  private forgetFound(): void {
    this.found.clear();
    this.revision = this.parts.catalogue.revision;
  }

  private getVersion(price: Price): string {
    const known = this.versions.get(price) ?? getVersion(price);
    this.versions.set(price, known);
    return known;
  }
}
