import {
  type FactSource,
  GROUPS,
  type ModelFacts,
  type ProviderModels,
  providerModelsSchema,
} from '../model-facts.js';
import { type DataSet, buildCatalogue } from './build-catalogue.js';
import { type Disagreement, LITELLM, MODELS_DEV, PUBLISHED_AT } from './compare-models.js';
import { readDataSet } from './imported-model.js';
import { readLiteLlm } from './litellm.js';
import { readModelsDev } from './models-dev.js';
import { z } from 'zod';

/** Something that was downloaded, as the JSON that it is. */
export interface GivenData extends Pick<FactSource, 'asOf'> {
  /** Undefined where it was a file: which data set it is, its form tells. */
  url?: string | undefined;
  content: unknown;
}

export interface PlannedUpdate {
  /** The files that become others, whole. */
  files: ProviderModels[];
  disagreements: Disagreement[];
}

/** Stands between the name of a data set and the day of an earlier copy of it. */
const FORMER = ' of ';

type Form = 'own' | typeof MODELS_DEV | typeof LITELLM;

/**
 * What the models would be with this data. Files in our own form take the place of those there are. What a public data
 * set said of a model before becomes what it says now; facts from elsewhere stay, and count before it. Throws for a form that is not
 * known, and where two are of the same.
 */
export function planUpdate(current: readonly ProviderModels[], given: readonly GivenData[]): PlannedUpdate {
  const byForm = new Map<Form, GivenData>();
  for (const data of given) {
    const form = detectForm(data.content);
    if (byForm.has(form)) throw new Error(`two of the sources are in the same form: ${form}`);
    byForm.set(form, data);
  }
  const own = byForm.get('own');
  const files = own === undefined ? [] : readOwn(own.content).map((file) => keepFamilies(file, current));
  const taken = new Set(files.map(({ provider }) => provider));
  const built = buildPublic(current, byForm);
  const others = built.files.filter((file) => !taken.has(file.provider) && isOther(file, current));
  return { files: [...files, ...others], disagreements: built.disagreements };
}

export function detectForm(content: unknown): Form {
  const maps = Object.values(typeof content === 'object' && content !== null ? content : {}).slice(0, 100);
  if (Array.isArray(content) || (isMap(content) && 'provider' in content)) return 'own';
  if (maps.some((value) => isMap(value) && 'litellm_provider' in value)) return LITELLM;
  if (maps.some((value) => isMap(value) && isMap(value['models']))) return MODELS_DEV;
  throw new Error(
    'this is in no form that is known: neither our own, nor that of models.dev, nor that of LiteLLM',
  );
}

function readOwn(content: unknown): ProviderModels[] {
  const files = Array.isArray(content) ? content : [content];
  const read = readDataSet('the catalogue', z.array(providerModelsSchema).min(1), files);
  const names = read.map(({ provider }) => provider);
  if (new Set(names).size < names.length) throw new Error('a provider is named twice');
  return read;
}

/** A file that says nothing of families leaves them as they are, with the sources that they name. */
function keepFamilies(file: ProviderModels, current: readonly ProviderModels[]): ProviderModels {
  const former = current.find(({ provider }) => provider === file.provider);
  if (file.families !== undefined || former?.families === undefined) return file;
  return { ...file, sources: { ...former.sources, ...file.sources }, families: former.families };
}

function buildPublic(
  current: readonly ProviderModels[],
  byForm: ReadonlyMap<Form, GivenData>,
): PlannedUpdate {
  const [modelsDev, liteLlm] = [byForm.get(MODELS_DEV), byForm.get(LITELLM)];
  if (modelsDev === undefined && liteLlm === undefined) return { files: [], disagreements: [] };
  const sets = {
    ...(modelsDev && { modelsDev: toDataSet(modelsDev, MODELS_DEV, readModelsDev) }),
    ...(liteLlm && { liteLlm: toDataSet(liteLlm, LITELLM, readLiteLlm) }),
  };
  const named = listNamed(Object.values(sets));
  const vendors = current.map((file) => withoutFactsFrom(file, byForm, named.get(file.provider)));
  const { files, disagreements } = buildCatalogue({ ...sets, vendors });
  return { files: files.filter(({ provider }) => named.has(provider)), disagreements };
}

/** The models that the data sets speak of, by provider. */
function listNamed(sets: readonly DataSet[]): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>();
  for (const { provider, id } of sets.flatMap(({ models }) => models)) {
    const ids = named.get(provider) ?? new Set();
    named.set(provider, ids.add(id));
  }
  return named;
}

function toDataSet(
  { url, asOf, content }: GivenData,
  form: keyof typeof PUBLISHED_AT,
  read: typeof readModelsDev,
): DataSet {
  return { url: url ?? PUBLISHED_AT[form], asOf, models: read(content) };
}

/**
 * What remains when the data sets that are read anew have not said anything. Releases become names anew, too. A model
 * that they no longer speak of stays as it is, since requests for it may still have to be paid.
 */
function withoutFactsFrom(
  file: ProviderModels,
  byForm: ReadonlyMap<Form, GivenData>,
  named: ReadonlySet<string> = new Set(),
): ProviderModels {
  const isReadAnew = (source: string): boolean => byForm.has(source.split(FORMER)[0] as Form);
  const sources = { ...file.sources };
  const models = file.models.flatMap((model): ModelFacts[] => {
    const { snapshots, ...rest } = model;
    if (!named.has(model.id)) {
      const left = snapshots?.filter((name) => !named.has(name)) ?? [];
      const former = { ...rest, ...(left.length > 0 && { snapshots: left }) };
      return [withFormerSources(former, isReadAnew, sources)];
    }
    const kept = structuredClone(rest);
    for (const group of GROUPS) {
      const [first] = model.from[group] ?? [];
      if (first === undefined || !isReadAnew(first)) continue;
      delete kept[group];
      delete kept.from[group];
    }
    return Object.keys(kept.from).length === 0
      ? []
      : [{ ...kept, ...(!file.hasDatedReleases && snapshots && { snapshots }) }];
  });
  return { ...file, sources, models };
}

/** What a data set said earlier is not of the day of its new copy. The sources that are named so are added. */
function withFormerSources(
  model: ModelFacts,
  isReadAnew: (source: string) => boolean,
  sources: ProviderModels['sources'],
): ModelFacts {
  const from = Object.fromEntries(
    Object.entries(model.from).map(([group, names]) => [
      group,
      names.map((name) => {
        const source = sources[name];
        if (source === undefined || name.includes(FORMER) || !isReadAnew(name)) return name;
        const former = `${name}${FORMER}${source.asOf}`;
        sources[former] = source;
        return former;
      }),
    ]),
  );
  return { ...model, from };
}

function isOther(file: ProviderModels, current: readonly ProviderModels[]): boolean {
  const before = current.find(({ provider }) => provider === file.provider);
  return before === undefined || JSON.stringify(before.models) !== JSON.stringify(file.models);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
