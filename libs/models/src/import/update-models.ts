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

/** The parsed JSON of a source. */
export interface SourceData extends Pick<FactSource, 'asOf'> {
  /** Undefined for a file. Its data set is then detected from its format. */
  url?: string | undefined;
  content: unknown;
}

export interface PlannedUpdate {
  /** The complete files that change. */
  files: ProviderModels[];
  disagreements: Disagreement[];
}

/** Separates the name of a data set and the day of an earlier copy in the name of a source. */
const EARLIER_COPY = ' of ';

type Form = 'own' | typeof MODELS_DEV | typeof LITELLM;

/**
 * Determines the files after an update. Files in our own format replace the current ones. Facts from an earlier copy
 * of a public data set are replaced by those of the new copy; facts from other sources remain and take precedence.
 * Throws for an unknown format, and if two sources have the same one.
 */
export function planUpdate(
  current: readonly ProviderModels[],
  sources: readonly SourceData[],
): PlannedUpdate {
  const byForm = new Map<Form, SourceData>();
  for (const data of sources) {
    const form = detectForm(data.content);
    if (byForm.has(form)) throw new Error(`two of the sources have the same format: ${form}`);
    byForm.set(form, data);
  }
  const own = byForm.get('own');
  const files =
    own === undefined ? [] : readOwnFormat(own.content).map((file) => copyFamilies(file, current));
  const ownProviders = new Set(files.map(({ provider }) => provider));
  const built = buildPublic(current, byForm);
  const others = built.files.filter((file) => !ownProviders.has(file.provider) && hasChanged(file, current));
  return { files: [...files, ...others], disagreements: built.disagreements };
}

export function detectForm(content: unknown): Form {
  const maps = Object.values(typeof content === 'object' && content !== null ? content : {}).slice(0, 100);
  if (Array.isArray(content) || (isMap(content) && 'provider' in content)) return 'own';
  if (maps.some((value) => isMap(value) && 'litellm_provider' in value)) return LITELLM;
  if (maps.some((value) => isMap(value) && isMap(value['models']))) return MODELS_DEV;
  throw new Error('unknown format; expected the format of Modelgate, models.dev or LiteLLM');
}

function readOwnFormat(content: unknown): ProviderModels[] {
  const files = Array.isArray(content) ? content : [content];
  const read = readDataSet('the model catalog', z.array(providerModelsSchema).min(1), files);
  const names = read.map(({ provider }) => provider);
  if (new Set(names).size < names.length) throw new Error('a provider is listed twice');
  return read;
}

/** A file without families keeps the current ones, with their sources. */
function copyFamilies(file: ProviderModels, current: readonly ProviderModels[]): ProviderModels {
  const former = current.find(({ provider }) => provider === file.provider);
  if (file.families !== undefined || former?.families === undefined) return file;
  return { ...file, sources: { ...former.sources, ...file.sources }, families: former.families };
}

function buildPublic(
  current: readonly ProviderModels[],
  byForm: ReadonlyMap<Form, SourceData>,
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

/** The models in the data sets, by provider. */
function listNamed(sets: readonly DataSet[]): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>();
  for (const { provider, id } of sets.flatMap(({ models }) => models)) {
    const ids = named.get(provider) ?? new Set();
    named.set(provider, ids.add(id));
  }
  return named;
}

function toDataSet(
  { url, asOf, content }: SourceData,
  form: keyof typeof PUBLISHED_AT,
  read: typeof readModelsDev,
): DataSet {
  return { url: url ?? PUBLISHED_AT[form], asOf, models: read(content) };
}

/**
 * Removes the facts of data sets that are read again, and the names of releases. A model that the new copies no
 * longer have is unchanged, because requests for it may still have to be billed.
 */
function withoutFactsFrom(
  file: ProviderModels,
  byForm: ReadonlyMap<Form, SourceData>,
  named: ReadonlySet<string> = new Set(),
): ProviderModels {
  const isReplaced = (source: string): boolean => byForm.has(source.split(EARLIER_COPY)[0] as Form);
  const sources = { ...file.sources };
  const models = file.models.flatMap((model): ModelFacts[] => {
    const { snapshots, ...rest } = model;
    if (!named.has(model.id)) {
      const otherNames = snapshots?.filter((name) => !named.has(name)) ?? [];
      const former = { ...rest, ...(otherNames.length > 0 && { snapshots: otherNames }) };
      return [withFormerSources(former, isReplaced, sources)];
    }
    const remaining = structuredClone(rest);
    for (const group of GROUPS) {
      const [first] = model.from[group] ?? [];
      if (first === undefined || !isReplaced(first)) continue;
      delete remaining[group];
      delete remaining.from[group];
    }
    return Object.keys(remaining.from).length === 0
      ? []
      : [{ ...remaining, ...(!file.hasDatedReleases && snapshots && { snapshots }) }];
  });
  return { ...file, sources, models };
}

/** Marks facts of an earlier copy with its day, and adds such sources to `sources`. */
function withFormerSources(
  model: ModelFacts,
  isReplaced: (source: string) => boolean,
  sources: ProviderModels['sources'],
): ModelFacts {
  const from = Object.fromEntries(
    Object.entries(model.from).map(([group, names]) => [
      group,
      names.map((name) => {
        const source = sources[name];
        if (source === undefined || name.includes(EARLIER_COPY) || !isReplaced(name)) return name;
        const former = `${name}${EARLIER_COPY}${source.asOf}`;
        sources[former] = source;
        return former;
      }),
    ]),
  );
  return { ...model, from };
}

function hasChanged(file: ProviderModels, current: readonly ProviderModels[]): boolean {
  const before = current.find(({ provider }) => provider === file.provider);
  return before === undefined || JSON.stringify(before.models) !== JSON.stringify(file.models);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
