import { z } from 'zod';
import { type Kind, MODALITIES, type Modality } from '../model-facts.js';
import { toServedName } from '../model-names.js';
import { type ImportedModel, compact, isDate, readDataSet } from './imported-model.js';
import { comparePrices } from './compare-prices.js';
import { type ImportedProvider } from './imported-provider.js';
import { IMPORTED_PROVIDERS } from './imported-providers.js';
import { type LiteLlmModel, readLiteLlmPrice } from './litellm-price.js';
import { listParameters } from './models-dev.js';

const dataSet = z.record(z.string(), z.record(z.string(), z.unknown()));

const KINDS: Readonly<Record<string, Kind>> = {
  chat: 'chat',
  responses: 'chat',
  completion: 'completion',
  embedding: 'embedding',
  rerank: 'rerank',
  audio_speech: 'speech',
  audio_transcription: 'transcription',
  realtime: 'realtime',
  image_generation: 'image',
  image_edit: 'image',
  video_generation: 'video',
  moderation: 'moderation',
};

/** Reads LiteLLM's `model_prices_and_context_window.json`. */
export function readLiteLlm(data: unknown): ImportedModel[] {
  const entries = Object.entries(readDataSet("LiteLLM's price file", dataSet, data));
  const sized = findSizedModels(entries.map(([key]) => key));
  return IMPORTED_PROVIDERS.flatMap((provider) =>
    readProvider(provider, entries).map((model) => (sized.has(model.id) ? withoutPrice(model) : model)),
  );
}

function readProvider(
  provider: ImportedProvider,
  entries: readonly (readonly [key: string, model: LiteLlmModel])[],
): ImportedModel[] {
  const { prefixes = [] } = provider.liteLlm ?? {};
  const found = new Map<string, { rank: number; model: ImportedModel }>();
  for (const [key, given] of entries) {
    const id = findId(key, given, provider);
    const model = id === undefined ? undefined : toImported(provider.provider, id, given);
    if (model === undefined) continue;
    // An entry without a prefix takes precedence over those with one.
    const rank = prefixes.findIndex((prefix) => key.startsWith(prefix));
    const other = found.get(model.id);
    if (other === undefined || rank < other.rank) found.set(model.id, { rank, model });
    else if (rank === other.rank) other.model = dropConflictingPrice(other.model, model);
  }
  return [...found.values()].map(({ model }) => model);
}

/** Removes the price if two releases with the same name have different ones. */
function dropConflictingPrice(first: ImportedModel, second: ImportedModel): ImportedModel {
  const { conflicts } = comparePrices(first.price ?? {}, second.price ?? {});
  const { price: _price, ...others } = first;
  return conflicts.length === 0 ? first : others;
}

/** Undefined for fine-tuned models, whose names are private, and for entries that are prices by image size. */
function findId(key: string, model: LiteLlmModel, provider: ImportedProvider): string | undefined {
  const { liteLlm, excludedNames: leftOut, servesAsMaker } = provider;
  if (liteLlm === undefined || !liteLlm.providers.includes(String(model['litellm_provider'])))
    return undefined;
  if (key.startsWith('ft:')) return undefined;
  const prefix = liteLlm.prefixes.find((one) => key.startsWith(one));
  // Hosts serve models of others, whose names begin with the maker's.
  if (prefix === undefined && (key.includes('/') || liteLlm.mayLackPrefix !== true)) return undefined;
  const name = key.slice(prefix?.length ?? 0);
  if (NO_MODELS.has(name) || SIZE_PREFIX.test(name) || leftOut?.test(name.toLowerCase()) === true)
    return undefined;
  return servesAsMaker === true ? toServedName(name) : name;
}

/** A container runs code and is not a model. */
const NO_MODELS = new Set(['', 'container']);
/** For example `hd/1024-x-1792/dall-e-3` or `standard/…`. */
const SIZE_PREFIX = /(?:^|\/)(?:\d{2,5}-x-\d{2,5}|max-x-max|standard|low|medium|high|hd)\//;

/** Models whose price depends on the image size, so that the entry without a size is incomplete. */
function findSizedModels(keys: readonly string[]): Set<string> {
  return new Set(
    keys.filter((key) => SIZE_PREFIX.test(key)).map((key) => key.slice(key.lastIndexOf('/') + 1)),
  );
}

function withoutPrice({ price, ...model }: ImportedModel): ImportedModel {
  // Token prices do not depend on the image size.
  return price?.perImage === undefined ? { ...model, ...(price && { price }) } : model;
}

function toImported(provider: string, id: string, model: LiteLlmModel): ImportedModel | undefined {
  const mode = String(model['mode']);
  const kind = Object.hasOwn(KINDS, mode) ? KINDS[mode] : undefined;
  if (kind === undefined) return undefined;
  const retires = model['deprecation_date'];
  const facts = compact({
    modalities: readModalities(model),
    limits: readLimits(kind, model),
    parameters: kind === 'chat' ? readParameters(model) : undefined,
    reasoning: model['supports_adaptive_thinking'] === true ? { isAdaptive: true } : undefined,
    price: readLiteLlmPrice(kind, model),
    dates: typeof retires === 'string' && isDate(retires) ? { retires } : undefined,
  });
  return { provider, id, kind, ...facts };
}

/** Reads modalities only if both lists exist; the individual flags are often incomplete. */
function readModalities(model: LiteLlmModel): ImportedModel['modalities'] {
  const [input, output] = ['supported_modalities', 'supported_output_modalities'].map((key) => {
    const list: unknown = model[key];
    return Array.isArray(list) ? MODALITIES.filter((one): one is Modality => list.includes(one)) : [];
  });
  if (input === undefined || output === undefined) return undefined;
  return input.length === 0 || output.length === 0 ? undefined : { input, output };
}

/** If the output limit equals the input limit, both are the whole context. */
function readLimits(kind: Kind, model: LiteLlmModel): ImportedModel['limits'] {
  if (kind === 'image' || kind === 'video') return undefined;
  const input = toTokens(model['max_input_tokens']);
  const output = kind === 'chat' ? toTokens(model['max_output_tokens']) : undefined;
  return compact({ context: input, output: output === input ? undefined : output });
}

function toTokens(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 1 ? value : undefined;
}

function readParameters(model: LiteLlmModel): ImportedModel['parameters'] {
  const flag = (key: string): boolean | undefined => {
    const value = model[`supports_${key}`];
    return typeof value === 'boolean' ? value : undefined;
  };
  const supportsSampling = flag('sampling_params');
  return listParameters([
    ['temperature', supportsSampling],
    ['topP', supportsSampling],
    ['topK', supportsSampling],
    ['tools', flag('function_calling')],
    ['toolChoice', flag('tool_choice')],
    ['allowsParallelCalls', flag('parallel_function_calling')],
    ['outputFormat', flag('response_schema')],
    ['reasoning', flag('reasoning')],
  ]);
}
