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

/** Models as LiteLLM's `model_prices_and_context_window.json` has them. */
export function readLiteLlm(given: unknown): ImportedModel[] {
  const entries = Object.entries(readDataSet("LiteLLM's price file", dataSet, given));
  const sized = listSized(entries.map(([key]) => key));
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
    // An entry without a prefix counts before all with one.
    const rank = prefixes.findIndex((prefix) => key.startsWith(prefix));
    const other = found.get(model.id);
    if (other === undefined || rank < other.rank) found.set(model.id, { rank, model });
    else if (rank === other.rank) other.model = keepAgreed(other.model, model);
  }
  return [...found.values()].map(({ model }) => model);
}

/** Where releases that go by one name cost differently, it is not known what that name costs. */
function keepAgreed(first: ImportedModel, second: ImportedModel): ImportedModel {
  const { conflicts } = comparePrices(first.price ?? {}, second.price ?? {});
  const { price: _price, ...others } = first;
  return conflicts.length === 0 ? first : others;
}

/** Not fine-tuned ones, whose names are somebody's own, nor prices for a size of image or of models. */
function findId(key: string, model: LiteLlmModel, provider: ImportedProvider): string | undefined {
  const { liteLlm, leftOut, servesAsMaker } = provider;
  if (liteLlm === undefined || !liteLlm.providers.includes(String(model['litellm_provider'])))
    return undefined;
  if (key.startsWith('ft:')) return undefined;
  const prefix = liteLlm.prefixes.find((one) => key.startsWith(one));
  // Hosts serve what others have made: their own names begin with the maker's.
  if (prefix === undefined && (key.includes('/') || liteLlm.mayLackPrefix !== true)) return undefined;
  const name = key.slice(prefix?.length ?? 0);
  if (NO_MODELS.has(name) || SIZE.test(name) || leftOut?.test(name.toLowerCase()) === true) return undefined;
  return servesAsMaker === true ? toServedName(name) : name;
}

/** A container is what code runs in. */
const NO_MODELS = new Set(['', 'container']);
/** `hd/1024-x-1792/dall-e-3`, `standard/…` */
const SIZE = /(?:^|\/)(?:\d{2,5}-x-\d{2,5}|max-x-max|standard|low|medium|high|hd)\//;

/** Models whose price depends on the size of the image, so that the one without a size is not all of it. */
function listSized(keys: readonly string[]): Set<string> {
  return new Set(keys.filter((key) => SIZE.test(key)).map((key) => key.slice(key.lastIndexOf('/') + 1)));
}

function withoutPrice({ price, ...model }: ImportedModel): ImportedModel {
  // Tokens cost the same whatever the size.
  return price?.perImage === undefined ? { ...model, ...(price && { price }) } : model;
}

function toImported(provider: string, id: string, given: LiteLlmModel): ImportedModel | undefined {
  const mode = String(given['mode']);
  const kind = Object.hasOwn(KINDS, mode) ? KINDS[mode] : undefined;
  if (kind === undefined) return undefined;
  const retires = given['deprecation_date'];
  const facts = compact({
    modalities: readModalities(given),
    limits: readLimits(kind, given),
    parameters: kind === 'chat' ? readParameters(given) : undefined,
    reasoning: given['supports_adaptive_thinking'] === true ? { isAdaptive: true } : undefined,
    price: readLiteLlmPrice(kind, given),
    dates: typeof retires === 'string' && isDate(retires) ? { retires } : undefined,
  });
  return { provider, id, kind, ...facts };
}

/** Only where it lists both; what it says one by one is often not all. */
function readModalities(given: LiteLlmModel): ImportedModel['modalities'] {
  const [input, output] = ['supported_modalities', 'supported_output_modalities'].map((key) => {
    const list: unknown = given[key];
    return Array.isArray(list) ? MODALITIES.filter((one): one is Modality => list.includes(one)) : [];
  });
  if (input === undefined || output === undefined) return undefined;
  return input.length === 0 || output.length === 0 ? undefined : { input, output };
}

/** Where the output is said to be as long as the input, it is the whole context that is meant. */
function readLimits(kind: Kind, given: LiteLlmModel): ImportedModel['limits'] {
  if (kind === 'image' || kind === 'video') return undefined;
  const input = toTokens(given['max_input_tokens']);
  const output = kind === 'chat' ? toTokens(given['max_output_tokens']) : undefined;
  return compact({ context: input, output: output === input ? undefined : output });
}

function toTokens(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 1 ? value : undefined;
}

function readParameters(given: LiteLlmModel): ImportedModel['parameters'] {
  const flag = (key: string): boolean | undefined => {
    const value = given[`supports_${key}`];
    return typeof value === 'boolean' ? value : undefined;
  };
  const takesSampling = flag('sampling_params');
  return listParameters([
    ['temperature', takesSampling],
    ['topP', takesSampling],
    ['topK', takesSampling],
    ['tools', flag('function_calling')],
    ['toolChoice', flag('tool_choice')],
    ['allowsParallelCalls', flag('parallel_function_calling')],
    ['outputFormat', flag('response_schema')],
    ['reasoning', flag('reasoning')],
  ]);
}
