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

type Form = 'own' | typeof MODELS_DEV | typeof LITELLM;

/**
 * What the models would be with this data. Files in our own form take the place of those there are. What a public data
 * set said before becomes what it says now; facts from elsewhere stay, and count before it. Throws for a form that is not
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
  const files = own === undefined ? [] : readOwn(own.content);
  const taken = new Set(files.map(({ provider }) => provider));
  const built = buildPublic(current, byForm);
  const others = built.files.filter((file) => !taken.has(file.provider) && isOther(file, current));
  return { files: [...files, ...others], disagreements: built.disagreements };
}

function detectForm(content: unknown): Form {
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
  const vendors = current.map((file) => withoutFactsFrom(file, byForm));
  const { files, disagreements } = buildCatalogue({ ...sets, vendors });
  // A provider that is named nowhere was left out, and has not lost all of its models.
  const named = new Set(Object.values(sets).flatMap(({ models }) => models.map(({ provider }) => provider)));
  return { files: files.filter(({ provider }) => named.has(provider)), disagreements };
}

function toDataSet(
  { url, asOf, content }: GivenData,
  form: keyof typeof PUBLISHED_AT,
  read: typeof readModelsDev,
): DataSet {
  return { url: url ?? PUBLISHED_AT[form], asOf, models: read(content) };
}

/** What remains when the data sets that are read anew have not said anything. Releases become names anew, too. */
function withoutFactsFrom(file: ProviderModels, byForm: ReadonlyMap<Form, GivenData>): ProviderModels {
  const models = file.models.flatMap(({ snapshots, ...model }): ModelFacts[] => {
    const kept = structuredClone(model);
    for (const group of GROUPS) {
      const [first] = model.from[group] ?? [];
      if (first === undefined || !byForm.has(first as Form)) continue;
      delete kept[group];
      delete kept.from[group];
    }
    return Object.keys(kept.from).length === 0
      ? []
      : [{ ...kept, ...(!file.hasDatedReleases && snapshots && { snapshots }) }];
  });
  return { ...file, models };
}

function isOther(file: ProviderModels, current: readonly ProviderModels[]): boolean {
  const before = current.find(({ provider }) => provider === file.provider);
  return before === undefined || JSON.stringify(before.models) !== JSON.stringify(file.models);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
