import { EFFORTS, type Effort } from '#canonical';
import { type Price } from '#config';
import { z } from 'zod';
import { type Kind, MODALITIES, type Modality, type Parameter } from '../model-facts.js';
import { toServedName } from '../model-names.js';
import { type ImportedModel, compact, isDate, readDataSet, roundUsd } from './imported-model.js';
import { IMPORTED_PROVIDERS } from './imported-providers.js';

const usd = z.number().min(0).optional();
const limit = z.number().min(0).optional();
const rates = { input: usd, output: usd, cache_read: usd, cache_write: usd };
const allRates = { ...rates, reasoning: usd, input_audio: usd, output_audio: usd };

const option = z.object({
  type: z.string(),
  values: z.array(z.string().nullable()).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
});

const model = z.object({
  name: z.string().optional(),
  family: z.string().optional(),
  reasoning: z.boolean().optional(),
  reasoning_options: z.array(option).optional(),
  interleaved: z.union([z.boolean(), z.object({ field: z.string() })]).optional(),
  temperature: z.boolean().optional(),
  tool_call: z.boolean().optional(),
  structured_output: z.boolean().optional(),
  release_date: z.string().optional(),
  status: z.string().optional(),
  modalities: z.object({ input: z.array(z.string()), output: z.array(z.string()) }).optional(),
  limit: z.object({ context: limit, input: limit, output: limit }).optional(),
  cost: z
    .object({
      ...allRates,
      tiers: z.array(z.object({ ...rates, tier: z.object({ size: z.number() }) })).optional(),
    })
    .optional(),
  experimental: z
    .object({
      modes: z.record(
        z.string(),
        z.object({
          cost: z.object(allRates).optional(),
          provider: z.object({ body: z.record(z.string(), z.unknown()).optional() }).optional(),
        }),
      ),
    })
    .partial()
    .optional(),
});

const dataSet = z.record(z.string(), z.object({ models: z.record(z.string(), model) }));

type ModelsDevModel = z.output<typeof model>;
type Cost = NonNullable<ModelsDevModel['cost']>;

/** Reads `https://models.dev/api.json`. */
export function readModelsDev(data: unknown): ImportedModel[] {
  const providers = readDataSet('models.dev/api.json', dataSet, data);
  return IMPORTED_PROVIDERS.flatMap((provider) => {
    const models = provider.modelsDev === undefined ? undefined : providers[provider.modelsDev]?.models;
    return Object.entries(models ?? {}).flatMap(([name, one]) => {
      if (provider.excludedNames?.test(name.toLowerCase()) === true) return [];
      if (provider.servesAsMaker !== true) return [toImported(provider.provider, name, one)];
      return one.status === 'deprecated' ? [] : [toImported(provider.provider, toServedName(name), one)];
    });
  });
}

function toImported(provider: string, id: string, model: ModelsDevModel): ImportedModel {
  const kind = guessKind(id, model);
  const released = isDate(model.release_date) ? model.release_date : undefined;
  const facts = compact({
    label: model.name,
    family: model.family,
    modalities: readModalities(model),
    limits: kind === 'image' || kind === 'video' ? undefined : readLimits(kind, model),
    parameters: kind === 'chat' ? readParameters(model) : undefined,
    reasoning: kind === 'chat' ? readReasoning(model) : undefined,
    price: model.cost === undefined ? undefined : readPrice(model.cost, model),
    dates: compact({ released }),
  });
  return { provider, id, kind, ...facts };
}

/** The data has no kind, so it is derived from the modalities and the name. */
function guessKind(id: string, { family = '', modalities }: ModelsDevModel): Kind {
  const name = `${family} ${id}`.toLowerCase();
  if (name.includes('rerank')) return 'rerank';
  if (name.includes('embed')) return 'embedding';
  const { input = [], output = [] } = modalities ?? {};
  if (output.includes('video')) return 'video';
  if (output.includes('text')) {
    return input.every((one) => one === 'audio') && input.length > 0 ? 'transcription' : 'chat';
  }
  if (output.includes('image')) return 'image';
  return output.includes('audio') ? 'speech' : 'chat';
}

function readModalities({ modalities }: ModelsDevModel): ImportedModel['modalities'] {
  const [input, output] = [modalities?.input, modalities?.output].map((list = []) =>
    list.filter((one): one is Modality => MODALITIES.some((known) => known === one)),
  );
  if (input === undefined || output === undefined) return undefined;
  return input.length === 0 || output.length === 0 ? undefined : { input, output };
}

/** 0 often stands for an unknown limit, and the output of an embedding model is the length of its vectors. */
function readLimits(kind: Kind, { limit: given = {} }: ModelsDevModel): ImportedModel['limits'] {
  const [context, input, output] = [given.context, given.input, given.output].map((tokens = 0) =>
    Number.isInteger(tokens) && tokens > 1 ? tokens : undefined,
  );
  return compact({ context, input, output: kind === 'chat' ? output : undefined });
}

function readParameters(model: ModelsDevModel): ImportedModel['parameters'] {
  const support: [Parameter, boolean | undefined][] = [
    ['temperature', model.temperature],
    ['tools', model.tool_call],
    ['outputFormat', model.structured_output],
    ['reasoning', model.reasoning],
  ];
  return listParameters(support);
}

export function listParameters(
  support: readonly (readonly [Parameter, boolean | undefined])[],
): ImportedModel['parameters'] {
  const [taken, refused] = [true, false].map((expected) => {
    const names = support.filter(([, isSupported]) => isSupported === expected).map(([name]) => name);
    return names.length === 0 ? undefined : names;
  });
  return compact({ taken, refused });
}

const REPLAY_MEMBERS = ['reasoning_content', 'reasoning_details'] as const;

function readReasoning({ reasoning, reasoning_options: options = [], interleaved }: ModelsDevModel) {
  if (reasoning !== true) return undefined;
  const given = options.find(({ type }) => type === 'effort')?.values ?? [];
  const efforts = EFFORTS.filter((effort): effort is Effort => given.includes(effort));
  const budget = options.find(({ type }) => type === 'budget_tokens');
  const field = typeof interleaved === 'object' ? interleaved.field : undefined;
  const replayedIn = REPLAY_MEMBERS.find((member) => member === field);
  const canBeTurnedOff = options.some(({ type }) => type === 'toggle') || efforts.includes('none');
  return compact({
    efforts: efforts.length === 0 ? undefined : efforts,
    // -1 stands for no limit.
    budget: budget && (compact({ min: atLeast(budget.min, 0), max: atLeast(budget.max, 1) }) ?? {}),
    canBeTurnedOff: canBeTurnedOff || undefined,
    replayedIn,
  });
}

function atLeast(tokens: number | undefined, min: number): number | undefined {
  return tokens !== undefined && Number.isInteger(tokens) && tokens >= min ? tokens : undefined;
}

function readPrice(cost: Cost, { experimental }: ModelsDevModel): Price | undefined {
  const price = toRates(cost);
  if (Object.keys(price).length === 0) return undefined;
  const tiers = (cost.tiers ?? [])
    .map(({ tier, ...tierRates }) => ({ aboveInputTokens: tier.size, ...toRates(tierRates) }))
    .toSorted((a, b) => a.aboveInputTokens - b.aboveInputTokens);
  const modes = Object.values(experimental?.modes ?? {});
  const priority = modes.find(({ provider }) => provider?.body?.['service_tier'] === 'priority')?.cost;
  return compact({
    ...price,
    tiers: tiers.length === 0 ? undefined : tiers,
    priority: priority && toRates(priority),
  });
}

/** 0 often stands for an unknown price. */
function toRate(usd = 0): number | undefined {
  return usd > 0 ? roundUsd(usd) : undefined;
}

function toRates(cost: Omit<Cost, 'tiers'>): Omit<Price, 'tiers' | 'batch'> {
  const given = {
    inputPerMTok: toRate(cost.input),
    cachedInputPerMTok: toRate(cost.cache_read),
    cacheWritePerMTok: toRate(cost.cache_write),
    outputPerMTok: toRate(cost.output),
    audioInputPerMTok: toRate(cost.input_audio),
    audioOutputPerMTok: toRate(cost.output_audio),
    reasoningPerMTok: cost.reasoning === cost.output ? undefined : toRate(cost.reasoning),
  };
  return compact(given) ?? {};
}
