import { type Price, priceSchema } from '#config';
import { type FactSource, GROUPS, type ModelFacts, type ProviderModels } from '../model-facts.js';
import { removeDate } from '../model-names.js';
import { type Compared, type Disagreement, LITELLM, MODELS_DEV, compareModels } from './compare-models.js';
import { hasNoConflict } from './compare-prices.js';
import { keepCloudFacts } from './build-cloud.js';
import { type ImportedModel } from './imported-model.js';
import { type ImportedProvider } from './imported-provider.js';
import { IMPORTED_PROVIDERS } from './imported-providers.js';

export interface DataSet extends FactSource {
  models: readonly ImportedModel[];
}

export interface CatalogueInput {
  modelsDev?: DataSet;
  liteLlm?: DataSet;
  /** The data of the vendors' own pages, which takes precedence. */
  vendors: readonly ProviderModels[];
}

export interface BuiltCatalogue {
  files: ProviderModels[];
  disagreements: Disagreement[];
}

/**
 * Rates that the vendors' pages were not read for. They are copied from a data set that agrees in everything else.
 */
const ADDED_RATES = [
  'cacheWrite1hPerMTok',
  'imageOutputPerMTok',
  'reasoningPerMTok',
  'perWebSearch',
  'perCodeSession',
  'flex',
  'priority',
  'fast',
  'geoFactors',
] as const;

/** Builds one file per provider, from what the public data sets agree upon and what the vendors publish. */
export function buildCatalogue(input: CatalogueInput): BuiltCatalogue {
  const disagreements: Disagreement[] = [];
  const files = IMPORTED_PROVIDERS.map((provider) => buildProvider(provider, input, disagreements));
  return { files, disagreements };
}

function buildProvider(
  row: ImportedProvider,
  input: CatalogueInput,
  disagreements: Disagreement[],
): ProviderModels {
  const { provider, isMaker, hasDatedReleases, hosts, servesAsMaker, liteLlm } = row;
  const vendor = input.vendors.find((file) => file.provider === provider);
  const sourceModels = {
    modelsDev: byId(provider, input.modelsDev),
    liteLlm: byId(provider, input.liteLlm),
    vendor: new Map(vendor?.models.map((model) => [model.id, model])),
  };
  const ids = new Set([
    ...sourceModels.modelsDev.keys(),
    ...(liteLlm?.onlyWithModelsDev === true ? [] : sourceModels.liteLlm.keys()),
    ...sourceModels.vendor.keys(),
  ]);
  const found = [...ids].toSorted(compareText).map((id) => {
    const compared = compareModels(
      sourceModels.modelsDev.get(id),
      sourceModels.liteLlm.get(id),
      row.showsCents,
    );
    for (const one of compared.disagreements) {
      const comesFromMaker = servesAsMaker === true && one.fact.startsWith('parameters');
      if (!comesFromMaker && (one.fact !== 'price' || sourceModels.vendor.get(id)?.price === undefined)) {
        disagreements.push({ provider, model: id, ...one });
      }
    }
    return toFacts(id, compared, sourceModels);
  });
  const today = [input.modelsDev, input.liteLlm].map((set) => set?.asOf ?? '').toSorted()[1] ?? '';
  const served = servesAsMaker === true ? keepCloudFacts(found, row, today) : found;
  const known = served.filter(({ from }) => Object.keys(from).length > 0);
  const models = hasDatedReleases ? foldReleases(known, sourceModels) : known;
  const sources = { ...vendor?.sources, ...listSources(input) };
  return {
    provider,
    isMaker,
    hasDatedReleases,
    hosts: [...hosts],
    ...(servesAsMaker && { servesAsMaker }),
    ...(vendor?.formats && { formats: vendor.formats }),
    sources: pickUsedSources(sources, [...(vendor?.families ?? []), ...models]),
    ...(vendor?.families && { families: vendor.families }),
    models,
  };
}

interface SourceModels {
  modelsDev: ReadonlyMap<string, ImportedModel>;
  liteLlm: ReadonlyMap<string, ImportedModel>;
  vendor: ReadonlyMap<string, ModelFacts>;
}

function toFacts(
  id: string,
  { facts, from }: Compared,
  { modelsDev, liteLlm, vendor }: SourceModels,
): ModelFacts {
  const [dev, lite, own] = [modelsDev.get(id), liteLlm.get(id), vendor.get(id)];
  const model: ModelFacts = {
    id,
    ...pickText(dev, own),
    kind: own?.kind ?? lite?.kind ?? dev?.kind ?? 'chat',
    ...facts,
    from: { ...from },
  };
  for (const group of GROUPS) {
    if (own?.[group] === undefined) continue;
    Object.assign(model, { [group]: own[group] });
    model.from[group] = own.from[group] ?? [];
  }
  if (own?.price !== undefined)
    addRates(model, own.price, { [MODELS_DEV]: dev?.price, [LITELLM]: lite?.price });
  if (model.price !== undefined) model.price = keepKnownRates(model.price);
  return sortKeys(model);
}

function pickText(
  other: Pick<ModelFacts, 'label' | 'family'> | undefined,
  own: ModelFacts | undefined,
): Partial<ModelFacts> {
  const { label = other?.label, family = other?.family, aliases, snapshots, patterns } = own ?? {};
  const text = { label, family, aliases, snapshots, patterns };
  return Object.fromEntries(Object.entries(text).filter(([, value]) => value !== undefined));
}

/** Copies further rates from data sets whose rates agree with those of the vendor. */
function addRates(model: ModelFacts, own: Price, others: Readonly<Record<string, Price | undefined>>): void {
  for (const [source, other] of Object.entries(others)) {
    if (other === undefined || !hasNoConflict(own, other)) continue;
    const added = ADDED_RATES.filter((name) => name in other && !(name in (model.price ?? {})));
    if (added.length === 0) continue;
    const rates = Object.fromEntries(
      Object.entries(other).filter(([name]) => added.some((one) => one === name)),
    );
    model.price = { ...model.price, ...rates };
    model.from.price = [...(model.from.price ?? []), source];
  }
}

/** Removes rates that the schema does not have. */
function keepKnownRates(price: Price): Price {
  const copy = structuredClone(price) as Record<string, unknown>;
  const issues = priceSchema.safeParse(copy).error?.issues ?? [];
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    let target: Record<string, unknown> | undefined = copy;
    for (const key of issue.path) target = target?.[String(key)] as Record<string, unknown> | undefined;
    for (const key of issue.keys) if (target !== undefined) delete target[key];
  }
  return priceSchema.parse(copy);
}

/** Turns a dated release into a name of its base model if all their facts are the same. */
function foldReleases(models: readonly ModelFacts[], sourceModels: SourceModels): ModelFacts[] {
  const byName = new Map(models.map((model) => [model.id, model]));
  const folded = new Set<ModelFacts>();
  for (const release of models) {
    const base = byName.get(removeDate(release.id) ?? '');
    if (base === undefined || sourceModels.vendor.has(release.id)) continue;
    const hasOnlyPrice = GROUPS.every((group) => group === 'price' || base[group] === undefined);
    if (!isSameModel(base, release, sourceModels)) continue;
    if (hasOnlyPrice) copyFacts(base, release);
    base.snapshots = [...(base.snapshots ?? []), release.id];
    folded.add(release);
  }
  return models.filter((model) => !folded.has(model)).map(sortKeys);
}

function copyFacts(base: ModelFacts, release: ModelFacts): void {
  for (const group of GROUPS) {
    if (base[group] !== undefined || release[group] === undefined || group === 'dates') continue;
    Object.assign(base, { [group]: release[group] });
    base.from[group] = release.from[group] ?? [];
  }
  Object.assign(base, pickText(release, base));
}

/** Compares the data of one data set for both models, because the vendor's data for one may be newer. */
function isSameModel(base: ModelFacts, release: ModelFacts, { modelsDev, liteLlm }: SourceModels): boolean {
  const known = [modelsDev, liteLlm].flatMap((set) => {
    const [one, other] = [set.get(base.id), set.get(release.id)];
    return one === undefined || other === undefined ? [] : [[one, other] as const];
  });
  if (known.length === 0) return hasSamePrice(base, release);
  return known.every(
    ([one, other]) =>
      one.kind === other.kind &&
      JSON.stringify(one.limits) === JSON.stringify(other.limits) &&
      hasSamePrice(one, other),
  );
}

function hasSamePrice(
  { price: one }: Pick<ModelFacts, 'price'>,
  { price: other }: Pick<ModelFacts, 'price'>,
): boolean {
  return other === undefined || (one !== undefined && hasNoConflict(one, other));
}

function listSources({ modelsDev, liteLlm }: CatalogueInput): ProviderModels['sources'] {
  return {
    ...(modelsDev && { [MODELS_DEV]: { url: modelsDev.url, asOf: modelsDev.asOf } }),
    ...(liteLlm && { [LITELLM]: { url: liteLlm.url, asOf: liteLlm.asOf } }),
  };
}

function pickUsedSources(
  sources: ProviderModels['sources'],
  facts: readonly Pick<ModelFacts, 'from'>[],
): ProviderModels['sources'] {
  const used = new Set(facts.flatMap(({ from }) => Object.values(from).flat()));
  return Object.fromEntries(Object.entries(sources).filter(([name]) => used.has(name)));
}

const KEY_ORDER = [
  'id',
  'label',
  'aliases',
  'snapshots',
  'patterns',
  'family',
  'kind',
  ...GROUPS,
  'from',
] as const;

function sortKeys(model: ModelFacts): ModelFacts {
  const keys = KEY_ORDER.filter((key) => model[key] !== undefined);
  return Object.fromEntries(keys.map((key) => [key, model[key]])) as unknown as ModelFacts;
}

function byId(provider: string, dataSet: DataSet | undefined): Map<string, ImportedModel> {
  const models = dataSet?.models ?? [];
  return new Map(models.filter((model) => model.provider === provider).map((model) => [model.id, model]));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
