import { type Price, priceSchema } from '#config';
import { type FactSource, GROUPS, type ModelFacts, type ProviderModels } from '../model-facts.js';
import { removeDate } from '../model-names.js';
import { type Compared, type Disagreement, LITELLM, MODELS_DEV, compareModels } from './compare-models.js';
import { isSameWhereBothSay } from './compare-prices.js';
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
  /** What the vendors themselves say, which counts before everything. */
  vendors: readonly ProviderModels[];
}

export interface BuiltCatalogue {
  files: ProviderModels[];
  disagreements: Disagreement[];
}

/** Dimensions that the vendors' pages were not read for. They are taken over where all else is the same. */
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

/** One file for each provider, from what the public data sets agree upon and what the vendors say. */
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
  const given = {
    modelsDev: byId(provider, input.modelsDev),
    liteLlm: byId(provider, input.liteLlm),
    vendor: new Map(vendor?.models.map((model) => [model.id, model])),
  };
  const ids = new Set([
    ...given.modelsDev.keys(),
    ...(liteLlm?.onlyWithModelsDev === true ? [] : given.liteLlm.keys()),
    ...given.vendor.keys(),
  ]);
  const found = [...ids].toSorted(compareText).map((id) => {
    const compared = compareModels(given.modelsDev.get(id), given.liteLlm.get(id), row.showsCents);
    for (const one of compared.disagreements) {
      const isSaidByMaker = servesAsMaker === true && one.fact.startsWith('parameters');
      if (!isSaidByMaker && (one.fact !== 'price' || given.vendor.get(id)?.price === undefined)) {
        disagreements.push({ provider, model: id, ...one });
      }
    }
    return toFacts(id, compared, given);
  });
  const today = [input.modelsDev, input.liteLlm].map((set) => set?.asOf ?? '').toSorted()[1] ?? '';
  const kept = servesAsMaker === true ? keepCloudFacts(found, row, today) : found;
  const known = kept.filter(({ from }) => Object.keys(from).length > 0);
  const models = hasDatedReleases ? foldReleases(known, given) : known;
  const sources = { ...vendor?.sources, ...listSources(input) };
  return {
    provider,
    isMaker,
    hasDatedReleases,
    hosts: [...hosts],
    ...(servesAsMaker && { servesAsMaker }),
    ...(vendor?.formats && { formats: vendor.formats }),
    sources: pickUsed(sources, [...(vendor?.families ?? []), ...models]),
    ...(vendor?.families && { families: vendor.families }),
    models,
  };
}

interface GivenModels {
  modelsDev: ReadonlyMap<string, ImportedModel>;
  liteLlm: ReadonlyMap<string, ImportedModel>;
  vendor: ReadonlyMap<string, ModelFacts>;
}

function toFacts(
  id: string,
  { facts, from }: Compared,
  { modelsDev, liteLlm, vendor }: GivenModels,
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

/** Where a data set says what the vendor does, what it says beyond that is taken over. */
function addRates(model: ModelFacts, own: Price, others: Readonly<Record<string, Price | undefined>>): void {
  for (const [source, other] of Object.entries(others)) {
    if (other === undefined || !isSameWhereBothSay(own, other)) continue;
    const added = ADDED_RATES.filter((name) => name in other && !(name in (model.price ?? {})));
    if (added.length === 0) continue;
    const rates = Object.fromEntries(
      Object.entries(other).filter(([name]) => added.some((one) => one === name)),
    );
    model.price = { ...model.price, ...rates };
    model.from.price = [...(model.from.price ?? []), source];
  }
}

/** Without the dimensions that prices here have no word for. */
function keepKnownRates(price: Price): Price {
  const kept = structuredClone(price) as Record<string, unknown>;
  const issues = priceSchema.safeParse(kept).error?.issues ?? [];
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    let place: Record<string, unknown> | undefined = kept;
    for (const key of issue.path) place = place?.[String(key)] as Record<string, unknown> | undefined;
    for (const key of issue.keys) if (place !== undefined) delete place[key];
  }
  return priceSchema.parse(kept);
}

/** A release that is the same as the model in all that is known becomes one of its names. */
function foldReleases(models: readonly ModelFacts[], given: GivenModels): ModelFacts[] {
  const byName = new Map(models.map((model) => [model.id, model]));
  const folded = new Set<ModelFacts>();
  for (const release of models) {
    const base = byName.get(removeDate(release.id) ?? '');
    if (base === undefined || given.vendor.has(release.id)) continue;
    const isKnownByPriceAlone = GROUPS.every((group) => group === 'price' || base[group] === undefined);
    if (!isSameModel(base, release, given)) continue;
    if (isKnownByPriceAlone) takeOver(base, release);
    base.snapshots = [...(base.snapshots ?? []), release.id];
    folded.add(release);
  }
  return models.filter((model) => !folded.has(model)).map(sortKeys);
}

function takeOver(base: ModelFacts, release: ModelFacts): void {
  for (const group of GROUPS) {
    if (base[group] !== undefined || release[group] === undefined || group === 'dates') continue;
    Object.assign(base, { [group]: release[group] });
    base.from[group] = release.from[group] ?? [];
  }
  Object.assign(base, pickText(release, base));
}

/** By what a data set says of both, which may be older than what the vendor says of one. */
function isSameModel(base: ModelFacts, release: ModelFacts, { modelsDev, liteLlm }: GivenModels): boolean {
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
  return other === undefined || (one !== undefined && isSameWhereBothSay(one, other));
}

function listSources({ modelsDev, liteLlm }: CatalogueInput): ProviderModels['sources'] {
  return {
    ...(modelsDev && { [MODELS_DEV]: { url: modelsDev.url, asOf: modelsDev.asOf } }),
    ...(liteLlm && { [LITELLM]: { url: liteLlm.url, asOf: liteLlm.asOf } }),
  };
}

function pickUsed(
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
