import { type ModelFacts, type ProviderModels, listNames } from './model-facts.js';
import {
  type KnownFamily,
  ModelFamilies,
  type Sources,
  USUAL_FORMATS,
  addFamily,
  nameSources,
} from './model-families.js';
import { listMakerNames, removeDate } from './model-names.js';

/** Clients may name models as they like where a channel takes any. */
const MAX_FOUND = 10_000;

/** What is known of a model, and where each group of facts is from. */
export interface KnownModel extends Omit<ModelFacts, 'from'> {
  provider: string;
  /** Those that its parameters and its reasoning are known for. */
  formats: readonly string[];
  sources: Sources;
}

interface ProviderIndex {
  hasDatedReleases: boolean;
  byName: ReadonlyMap<string, KnownModel>;
  /** Longest first. */
  patterns: readonly (readonly [beginning: string, model: KnownModel])[];
}

/** The models of all providers, by the names that their upstreams have for them. */
export class ModelCatalogue {
  private providers: ReadonlyMap<string, ProviderIndex> = new Map();
  private families = new ModelFamilies([]);
  private byMakersName: ReadonlyMap<string, KnownModel> = new Map();
  private byHost: ReadonlyMap<string, string> = new Map();
  private readonly found = new Map<string, KnownModel | undefined>();
  /** Another one whenever what is known has changed. */
  revision = 0;

  constructor(files: readonly ProviderModels[]) {
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
    this.byHost = new Map(files.flatMap(({ provider, hosts }) => hosts.map((host) => [host, provider])));
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

  /** As `find` does; of a model that is not listed at least what holds for its family. */
  findRules(
    provider: string,
    upstreamModel: string,
  ): Pick<KnownModel, 'formats' | 'limits' | 'parameters' | 'reasoning'> | undefined {
    return this.find(provider, upstreamModel) ?? this.families.find(upstreamModel);
  }

  /** The provider whose own API is at this address. */
  findHost(baseUrl: string | undefined): string | undefined {
    if (baseUrl === undefined || !URL.canParse(baseUrl)) return undefined;
    return this.byHost.get(new URL(baseUrl).hostname);
  }

  listProviders(): string[] {
    return [...this.providers.keys()];
  }

  list(provider: string): KnownModel[] {
    return [...new Set(this.providers.get(provider)?.byName.values() ?? [])];
  }

  private findListed(provider: string, name: string): KnownModel | undefined {
    const index = this.providers.get(provider);
    if (index === undefined) return undefined;
    const undated = index.hasDatedReleases ? removeDate(name) : undefined;
    return (
      index.byName.get(name) ??
      (undated === undefined ? undefined : index.byName.get(undated)) ??
      index.patterns.find(([beginning]) => name.startsWith(beginning))?.[1]
    );
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

function toKnown(file: ProviderModels, { from, ...facts }: ModelFacts, families: ModelFamilies): KnownModel {
  const { provider, formats = USUAL_FORMATS } = file;
  const model = { provider, formats, ...facts, sources: nameSources(file, from) };
  const family = facts.kind === 'chat' ? families.find(facts.id) : undefined;
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

function buildIndex({ hasDatedReleases }: ProviderModels, models: readonly KnownModel[]): ProviderIndex {
  const named = models.flatMap((model) => listNames(model).map((name) => [name, model] as const));
  const patterns = models.flatMap((model) =>
    (model.patterns ?? []).map((pattern) => [pattern.slice(0, -1), model] as const),
  );
  return {
    hasDatedReleases,
    byName: new Map(named),
    patterns: patterns.toSorted(([a], [b]) => b.length - a.length),
  };
}
