import { type RequestField } from '#canonical';
import {
  MODEL_PARAMETERS,
  type Price,
  limitsSchema,
  parametersSchema,
  priceSchema,
  reasoningSchema,
} from '#config';
import { z } from 'zod';

/** What a model is asked for. */
export const KINDS = [
  'chat',
  'completion',
  'embedding',
  'rerank',
  'speech',
  'transcription',
  'realtime',
  'image',
  'video',
  'moderation',
] as const;
export type Kind = (typeof KINDS)[number];

export const MODALITIES = ['text', 'image', 'audio', 'video', 'pdf'] as const;
export type Modality = (typeof MODALITIES)[number];

/** The fields of a conversation that some models refuse, as the configuration names them. */
export const PARAMETERS = MODEL_PARAMETERS satisfies readonly RequestField[];
export type Parameter = (typeof PARAMETERS)[number];

/** Facts that are known or unknown together, and that one source is named for. */
export const GROUPS = ['modalities', 'limits', 'parameters', 'reasoning', 'price', 'dates'] as const;
export type Group = (typeof GROUPS)[number];

/** What a conversation may be held in. */
const FORMATS = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate-content'] as const;

const MAX_MODELS = 5_000;
const MAX_NAMES = 200;
const MAX_FAMILIES = 500;

const modelName = z.string().min(1).max(200);
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'is no date such as 2026-11-15');
const someNames = z.array(modelName).min(1).max(MAX_NAMES);
/** Beginnings of names, each with a `*` at its end. */
const somePatterns = z.array(modelName.endsWith('*')).min(1).max(MAX_NAMES);

const modalities = z.strictObject({
  input: z.array(z.enum(MODALITIES)).min(1),
  output: z.array(z.enum(MODALITIES)).min(1),
});

const source = z.strictObject({
  url: z.url({ protocol: /^https$/ }),
  /** The day that the copy is from, or where it has none, the day it was read. */
  asOf: date,
});

export const modelFactsSchema = z.strictObject({
  id: modelName,
  label: modelName.optional(),
  /** Other names of the same. */
  aliases: someNames.optional(),
  /** Dated releases that are known to be the same in every way that is written down here. */
  snapshots: someNames.optional(),
  patterns: somePatterns.optional(),
  family: modelName.optional(),
  kind: z.enum(KINDS),
  modalities: modalities.optional(),
  limits: limitsSchema.optional(),
  parameters: parametersSchema.optional(),
  reasoning: reasoningSchema.optional(),
  price: priceSchema.optional(),
  dates: z.strictObject({ released: date.optional(), retires: date.optional() }).optional(),
  /** For each group of facts the sources that say so. */
  from: z.partialRecord(z.enum(GROUPS), z.array(modelName).min(1)),
});

/** The groups that the models of a family have in common. */
export const FAMILY_GROUPS = ['limits', 'parameters', 'reasoning'] as const satisfies readonly Group[];

/** What holds for all models for conversations whose names begin so, those that will yet be named as well. */
const familySchema = z.strictObject({
  patterns: somePatterns,
  limits: limitsSchema.optional(),
  parameters: parametersSchema.optional(),
  reasoning: reasoningSchema.optional(),
  from: z.partialRecord(z.enum(FAMILY_GROUPS), z.array(modelName).min(1)),
});

/** One provider's models, as one file holds them. */
export const providerModelsSchema = z
  .strictObject({
    provider: modelName,
    /** Whether it makes its models, so that their names mean the same elsewhere. */
    isMaker: z.boolean(),
    /** Whether a name that ends in a date is a release of the model named before it. */
    hasDatedReleases: z.boolean(),
    /** Where its API is reached; a `*` stands for what differs from one customer or region to another. */
    hosts: z.array(modelName),
    /** Whether it serves the models of others as they do, so that what they take is known from there. */
    servesAsMaker: z.boolean().optional(),
    /** The formats that the parameters and the reasoning of its models are known for; without, chat completions alone. */
    formats: z.array(z.enum(FORMATS)).min(1).optional(),
    sources: z.record(modelName, source),
    /** Of several that a name fits the one with the longest beginning counts. */
    families: z.array(familySchema).max(MAX_FAMILIES).optional(),
    models: z.array(modelFactsSchema).max(MAX_MODELS),
  })
  .superRefine(checkModels);

type Shape<T> = Omit<T, 'price'> & { price?: Price };
export type ModelFacts = Shape<z.output<typeof modelFactsSchema>>;
export type FamilyFacts = z.output<typeof familySchema>;
export type FactSource = z.output<typeof source>;
export type ProviderModels = Omit<z.output<typeof providerModelsSchema>, 'models'> & { models: ModelFacts[] };

type Checked = Pick<ProviderModels, 'families' | 'models' | 'sources'>;

/** Every name means one model, every beginning one family, and every fact has a source. */
function checkModels({ families = [], models, sources }: Checked, context: z.RefinementCtx): void {
  const names = new Set<string>();
  for (const [position, model] of models.entries()) {
    const report = (message: string): void =>
      context.addIssue({ code: 'custom', path: ['models', position], message: `${model.id} ${message}` });
    for (const name of listNames(model)) {
      if (names.has(name)) report(`has the name ${name}, as another model does`);
      names.add(name);
    }
    checkSources(model, sources, report);
  }
  const beginnings = new Set<string>();
  for (const [position, family] of families.entries()) {
    const report = (message: string): void =>
      context.addIssue({ code: 'custom', path: ['families', position], message });
    for (const pattern of family.patterns) {
      if (beginnings.has(pattern)) report(`${pattern} stands for another family, too`);
      beginnings.add(pattern);
    }
    checkSources(family, sources, report);
  }
}

function checkSources(
  facts: Partial<Pick<ModelFacts, Group>> & Pick<ModelFacts, 'from'>,
  sources: Readonly<Record<string, unknown>>,
  report: (message: string) => void,
): void {
  for (const group of GROUPS) {
    if ((facts[group] === undefined) !== (facts.from[group] === undefined)) {
      report(`does not say where its ${group} are from`);
    }
    for (const name of facts.from[group] ?? []) {
      if (!Object.hasOwn(sources, name)) report(`names the source ${name}, which is not listed`);
    }
  }
}

export function listNames({
  id,
  aliases = [],
  snapshots = [],
}: Pick<ModelFacts, 'id' | 'aliases' | 'snapshots'>): string[] {
  return [id, ...aliases, ...snapshots];
}
