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

/** The kinds of models. */
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

/** The canonical fields that some models refuse, by their names in the configuration. */
export const PARAMETERS = MODEL_PARAMETERS satisfies readonly RequestField[];
export type Parameter = (typeof PARAMETERS)[number];

/** Groups of facts that share their sources. */
export const GROUPS = ['modalities', 'limits', 'parameters', 'reasoning', 'price', 'dates'] as const;
export type Group = (typeof GROUPS)[number];

/** The formats of chat models. */
const FORMATS = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate-content'] as const;

const MAX_MODELS = 5_000;
const MAX_NAMES = 200;
const MAX_FAMILIES = 500;

const modelName = z.string().min(1).max(200);
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date such as 2026-11-15');
const someNames = z.array(modelName).min(1).max(MAX_NAMES);
/** Prefixes of names, each with a `*` at its end. */
const somePatterns = z.array(modelName.endsWith('*')).min(1).max(MAX_NAMES);

const modalities = z.strictObject({
  input: z.array(z.enum(MODALITIES)).min(1),
  output: z.array(z.enum(MODALITIES)).min(1),
});

const source = z.strictObject({
  url: z.url({ protocol: /^https$/ }),
  /** The day of the copy, otherwise the day when it was read. */
  asOf: date,
});

export const modelFactsSchema = z.strictObject({
  id: modelName,
  label: modelName.optional(),
  /** Other names of the same model. */
  aliases: someNames.optional(),
  /** Dated releases with the same facts. */
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
  /** The sources of each group of facts. */
  from: z.partialRecord(z.enum(GROUPS), z.array(modelName).min(1)),
});

/** The groups that the models of a family share. */
export const FAMILY_GROUPS = ['limits', 'parameters', 'reasoning'] as const satisfies readonly Group[];

/** Facts about all chat models with these prefixes, including future ones. */
const familySchema = z.strictObject({
  patterns: somePatterns,
  limits: limitsSchema.optional(),
  parameters: parametersSchema.optional(),
  reasoning: reasoningSchema.optional(),
  from: z.partialRecord(z.enum(FAMILY_GROUPS), z.array(modelName).min(1)),
});

/** The models of one provider: the content of one file. */
export const providerModelsSchema = z
  .strictObject({
    provider: modelName,
    /** It makes its models, so that their names have the same meaning elsewhere. */
    isMaker: z.boolean(),
    /** A name that ends in a date is a release of the model with the name before it. */
    hasDatedReleases: z.boolean(),
    /** The hosts of its API; a `*` matches the part that differs by customer or region. */
    hosts: z.array(modelName),
    /** It serves the models of others like their makers, so that the makers' facts apply. */
    servesAsMaker: z.boolean().optional(),
    /** The formats that the parameters and reasoning of its models apply to; by default only chat completions. */
    formats: z.array(z.enum(FORMATS)).min(1).optional(),
    sources: z.record(modelName, source),
    /** If a name matches several families, the longest prefix decides. */
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

/** Every name must mean one model, every prefix one family, and every fact must have a source. */
function checkModels({ families = [], models, sources }: Checked, context: z.RefinementCtx): void {
  const names = new Set<string>();
  for (const [position, model] of models.entries()) {
    const report = (message: string): void =>
      context.addIssue({ code: 'custom', path: ['models', position], message: `${model.id} ${message}` });
    for (const name of listNames(model)) {
      if (names.has(name)) report(`uses the name ${name} of another model`);
      names.add(name);
    }
    checkSources(model, sources, report);
  }
  const beginnings = new Set<string>();
  for (const [position, family] of families.entries()) {
    const report = (message: string): void =>
      context.addIssue({ code: 'custom', path: ['families', position], message });
    for (const pattern of family.patterns) {
      if (beginnings.has(pattern)) report(`${pattern} is already used by another family`);
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
      report(`names no source for its ${group}`);
    }
    for (const name of facts.from[group] ?? []) {
      if (!Object.hasOwn(sources, name)) report(`refers to the source ${name}, which is not listed`);
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
