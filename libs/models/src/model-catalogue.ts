import { LRUCache } from 'lru-cache';
import { type ModelFacts, type ProviderModels, listNames } from './model-facts.js';
import { type KnownModel } from './known-model.js';
import {
  type KnownFamily,
  ModelFamilies,
  DEFAULT_FORMATS,
  addFamily,
  nameSources,
} from './model-families.js';
import { listMakerNames, listServedNames, removeDate } from './model-names.js';
import { type OwnFacts, overrideKnown } from './own-facts.js';
import { ServiceHosts } from './service-hosts.js';
import { getCatalogueName } from './service-names.js';
import { addMaker } from './served-model.js';

/** Limits the cache, because clients can invent names if a channel serves any model. */
const MAX_FOUND = 2_000;
/** Cached for an unknown name, because the cache cannot contain `undefined`. */
const NOT_LISTED = 'not listed';

/** A model of a channel and its public name. */
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

/** The models of all providers, by the providers' names for them. */
export class ModelCatalogue {
  private providers: ReadonlyMap<string, ProviderIndex> = new Map();
  private families = new ModelFamilies([]);
  private makerModels: ReadonlyMap<string, KnownModel> = new Map();
  private hosts = new ServiceHosts([]);
  private readonly cache = new LRUCache<string, KnownModel | typeof NOT_LISTED>({ max: MAX_FOUND });
  /** Increases whenever the models change. */
  revision = 0;

  constructor(
    files: readonly ProviderModels[],
    private readonly own: ReadonlyMap<string, OwnFacts> = new Map(),
  ) {
    this.replace(files);
  }

  /** Replaces all models. Objects that were returned before are not changed. */
  replace(files: readonly ProviderModels[]): void {
    this.families = new ModelFamilies(files);
    const known = files.map((file) => ({
      file,
      models: file.models.map((model) => toKnownModel(file, model, this.families)),
    }));
    this.providers = new Map(known.map(({ file, models }) => [file.provider, buildIndex(file, models)]));
    const makers = known.filter(({ file }) => file.isMaker).flatMap(({ models }) => models);
    this.makerModels = new Map(
      makers.flatMap((model) => listNames(model).map((name) => [name.toLowerCase(), model] as const)),
    );
    const served = known.filter(({ file }) => file.servesAsMaker).map((one) => this.addMakers(one));
    this.providers = new Map([...this.providers, ...served]);
    this.hosts = new ServiceHosts(files);
    this.cache.clear();
    this.revision += 1;
  }

  /**
   * Finds a model by the provider's name for it, otherwise by its maker's; then without a price, because a host has
   * its own. Undefined if it is unknown.
   */
  find(provider: string, upstreamModel: string): KnownModel | undefined {
    const key = `${provider}\n${upstreamModel}`;
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached === NOT_LISTED ? undefined : cached;
    const model = this.findListed(provider, upstreamModel) ?? this.findByMaker(upstreamModel);
    this.cache.set(key, model ?? NOT_LISTED);
    return model;
  }

  /** The facts about the model of a channel, overridden by the configuration of its public name. */
  findServed({ model, provider, baseUrl, upstreamModel }: ServedModel): KnownModel | undefined {
    const own = this.own.get(model);
    const name = own?.knownAs ?? upstreamModel;
    const known = this.find(this.findHost(baseUrl) ?? provider, name);
    if (own === undefined) return known;
    return overrideKnown(known ?? { provider, id: name, kind: 'chat', formats: [], sources: {} }, own);
  }

  /** The facts in the configuration, by the public name of the model. */
  getOwn(model: string): OwnFacts | undefined {
    return this.own.get(model);
  }

  /** Like `find`; for an unknown model, the facts of its family. */
  findRules(
    provider: string,
    upstreamModel: string,
  ): Pick<KnownModel, 'formats' | 'limits' | 'parameters' | 'reasoning'> | undefined {
    return this.find(provider, upstreamModel) ?? this.families.find(upstreamModel);
  }

  /** The provider whose own API has this host. */
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
      const model = findInIndex(index, one);
      if (model !== undefined) return model;
    }
    return undefined;
  }

  private findByMaker(upstreamModel: string): KnownModel | undefined {
    for (const name of listMakerNames(upstreamModel)) {
      const model = this.makerModels.get(name) ?? this.findRelease(name);
      if (model !== undefined) return withoutPrice(model);
    }
    return undefined;
  }

  private findRelease(name: string): KnownModel | undefined {
    const undated = removeDate(name);
    const model = undated === undefined ? undefined : this.makerModels.get(undated);
    return model !== undefined && this.providers.get(model.provider)?.hasDatedReleases === true
      ? model
      : undefined;
  }
}

function findInIndex(index: ProviderIndex, name: string): KnownModel | undefined {
  const undated = index.hasDatedReleases ? removeDate(name) : undefined;
  return (
    index.byName.get(name) ??
    (undated === undefined ? undefined : index.byName.get(undated)) ??
    index.patterns.find(([beginning]) => name.startsWith(beginning))?.[1]
  );
}

function toKnownModel(
  file: ProviderModels,
  { from, ...facts }: ModelFacts,
  families: ModelFamilies,
): KnownModel {
  const { provider, formats = DEFAULT_FORMATS } = file;
  const model = { provider, formats, ...facts, sources: nameSources(file, from) };
  const mayHaveFamily = facts.kind === 'chat' && file.servesAsMaker !== true;
  const family = mayHaveFamily ? families.find(facts.id) : undefined;
  return family !== undefined && sharesFormat(family, formats) ? addFamily(model, family) : model;
}

/** A host with other formats than the maker has adapted the model already. */
function sharesFormat(family: KnownFamily, formats: readonly string[]): boolean {
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
