import { type ModelFacts, type ProviderModels, listNames } from './model-facts.js';
import { type KnownModel } from './known-model.js';
import { type KnownFamily, ModelFamilies, USUAL_FORMATS, addFamily, nameSources } from './model-families.js';
import { listMakerNames, listServedNames, removeDate } from './model-names.js';
import { type OwnFacts, overrideKnown } from './own-facts.js';
import { ServiceHosts } from './service-hosts.js';
import { getCatalogueName } from './service-names.js';
import { addMaker } from './served-model.js';

/** Clients may name models as they like where a channel takes any. */
const MAX_FOUND = 10_000;

/** A model of a channel, and what clients call it. */
export interface ServedModel {
  model: string;
  provider: string;
  baseUrl?: string | undefined;
  upstreamModel: string;
}

interface ProviderIndex {
  hasDatedReleases: boolean;
  servesAsMaker: boolean;
  byName: ReadonlyMap<string, KnownModel>;
  /** Longest first. */
  patterns: readonly (readonly [beginning: string, model: KnownModel])[];
}

/** The models of all providers, by the names that their upstreams have for them. */
export class ModelCatalogue {
  private providers: ReadonlyMap<string, ProviderIndex> = new Map();
  private families = new ModelFamilies([]);
  private byMakersName: ReadonlyMap<string, KnownModel> = new Map();
  private hosts = new ServiceHosts([]);
  private readonly found = new Map<string, KnownModel | undefined>();
  /** Another one whenever what is known has changed. */
  revision = 0;

  constructor(
    files: readonly ProviderModels[],
    private readonly own: ReadonlyMap<string, OwnFacts> = new Map(),
  ) {
    this.replace(files);
  }

  /** What was found before stays as it was for whoever holds it. */
  replace(files: readonly ProviderModels[]): void {
    this.families = new ModelFamilies(files);
    const known = files.map((file) => ({
      file,
      models: file.models.map((model) => toKnown(file, model, this.families)),
    }));
    this.providers = new Map(known.map(({ file, models }) => [file.provider, buildIndex(file, models)]));
    const makers = known.filter(({ file }) => file.isMaker).flatMap(({ models }) => models);
    this.byMakersName = new Map(
      makers.flatMap((model) => listNames(model).map((name) => [name.toLowerCase(), model] as const)),
    );
    const served = known.filter(({ file }) => file.servesAsMaker).map((one) => this.addMakers(one));
    this.providers = new Map([...this.providers, ...served]);
    this.hosts = new ServiceHosts(files);
    this.found.clear();
    this.revision += 1;
  }

  /**
   * By the provider's own name of the model, else by its maker's: then without a price, since a host has its own.
   * Undefined where nothing is known.
   */
  find(provider: string, upstreamModel: string): KnownModel | undefined {
    const key = `${provider}\n${upstreamModel}`;
    const before = this.found.get(key);
    if (before !== undefined || this.found.has(key)) return before;
    const model = this.findListed(provider, upstreamModel) ?? this.findByMaker(upstreamModel);
    if (this.found.size >= MAX_FOUND) this.found.clear();
    this.found.set(key, model);
    return model;
  }

  /** What is known of the model that a channel calls, and what the configuration says of it by the name of clients. */
  findServed({ model, provider, baseUrl, upstreamModel }: ServedModel): KnownModel | undefined {
    const own = this.own.get(model);
    const name = own?.knownAs ?? upstreamModel;
    const known = this.find(this.findHost(baseUrl) ?? provider, name);
    if (own === undefined) return known;
    return overrideKnown(known ?? { provider, id: name, kind: 'chat', formats: [], sources: {} }, own);
  }

  /** What the configuration says of a model, by the name that clients use. */
  getOwn(model: string): OwnFacts | undefined {
    return this.own.get(model);
  }

  /** As `find` does; of a model that is not listed at least what holds for its family. */
  findRules(
    provider: string,
    upstreamModel: string,
  ): Pick<KnownModel, 'formats' | 'limits' | 'parameters' | 'reasoning'> | undefined {
    return this.find(provider, upstreamModel) ?? this.families.find(upstreamModel);
  }

  /** The provider whose own API is at this address. */
  findHost(baseUrl: string | undefined): string | undefined {
    return baseUrl === undefined ? undefined : this.hosts.find(baseUrl);
  }

  listProviders(): string[] {
    return [...this.providers.keys()];
  }

  list(provider: string): KnownModel[] {
    return [...new Set(this.providers.get(provider)?.byName.values() ?? [])];
  }

  private addMakers({ file, models }: { file: ProviderModels; models: readonly KnownModel[] }) {
    const added = models.map((model) => {
      const family = model.kind === 'chat' ? this.families.find(model.id) : undefined;
      return addMaker(model, this.findByMaker(model.id) ?? family);
    });
    return [file.provider, buildIndex(file, added)] as const;
  }

  private findListed(provider: string, name: string): KnownModel | undefined {
    const index = this.providers.get(getCatalogueName(provider));
    if (index === undefined) return undefined;
    const names = index.servesAsMaker ? [name, ...listServedNames(name)] : [name];
    for (const one of names) {
      const model = findIn(index, one);
      if (model !== undefined) return model;
    }
    return undefined;
  }

  private findByMaker(upstreamModel: string): KnownModel | undefined {
    for (const name of listMakerNames(upstreamModel)) {
      const model = this.byMakersName.get(name) ?? this.findRelease(name);
      if (model !== undefined) return withoutPrice(model);
    }
    return undefined;
  }

  private findRelease(name: string): KnownModel | undefined {
    const undated = removeDate(name);
    const model = undated === undefined ? undefined : this.byMakersName.get(undated);
    return model !== undefined && this.providers.get(model.provider)?.hasDatedReleases === true
      ? model
      : undefined;
  }
}

function findIn(index: ProviderIndex, name: string): KnownModel | undefined {
  const undated = index.hasDatedReleases ? removeDate(name) : undefined;
  return (
    index.byName.get(name) ??
    (undated === undefined ? undefined : index.byName.get(undated)) ??
    index.patterns.find(([beginning]) => name.startsWith(beginning))?.[1]
  );
}

function toKnown(file: ProviderModels, { from, ...facts }: ModelFacts, families: ModelFamilies): KnownModel {
  const { provider, formats = USUAL_FORMATS } = file;
  const model = { provider, formats, ...facts, sources: nameSources(file, from) };
  const mayHaveFamily = facts.kind === 'chat' && file.servesAsMaker !== true;
  const family = mayHaveFamily ? families.find(facts.id) : undefined;
  return family !== undefined && isSpokenAlike(family, formats) ? addFamily(model, family) : model;
}

/** A host that speaks otherwise than the maker of a model has made it fit already. */
function isSpokenAlike(family: KnownFamily, formats: readonly string[]): boolean {
  return family.formats.some((format) => formats.includes(format));
}

function withoutPrice({ price: _price, sources, ...facts }: KnownModel): KnownModel {
  const { price: _from, ...others } = sources;
  return { ...facts, sources: others };
}

function buildIndex(
  { hasDatedReleases, servesAsMaker = false }: ProviderModels,
  models: readonly KnownModel[],
): ProviderIndex {
  const named = models.flatMap((model) => listNames(model).map((name) => [name, model] as const));
  const patterns = models.flatMap((model) =>
    (model.patterns ?? []).map((pattern) => [pattern.slice(0, -1), model] as const),
  );
  return {
    hasDatedReleases,
    servesAsMaker,
    byName: new Map(named),
    patterns: patterns.toSorted(([a], [b]) => b.length - a.length),
  };
}
