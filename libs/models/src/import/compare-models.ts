import { type Group, type ModelFacts, type Parameter } from '../model-facts.js';
import { comparePrices } from './compare-prices.js';
import { type ImportedModel, compact } from './imported-model.js';
import { listParameters } from './models-dev.js';

/** The names of the two public data sets in the sources of a file. */
export const MODELS_DEV = 'models.dev';
export const LITELLM = 'litellm';

/** Where the data sets are published: the source of a copy without a URL. */
export const PUBLISHED_AT = {
  [MODELS_DEV]: 'https://models.dev/api.json',
  [LITELLM]: 'https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json',
} as const;

/** A fact of a model that the data sets disagree on. The catalogue leaves it out. */
export interface Disagreement {
  provider: string;
  model: string;
  fact: string;
  modelsDev: unknown;
  liteLlm: unknown;
}

export type Facts = Pick<ModelFacts, Group>;
export interface Compared {
  facts: Facts;
  from: ModelFacts['from'];
  disagreements: Omit<Disagreement, 'provider' | 'model'>[];
  /** The prices of the first data set may be rounded to the cent. */
  showsCents: boolean;
}

/** 128K is 128,000 in some sources and 131,072 in others. The smaller number is used. */
const RELATIVE_TOLERANCE = 0.05;
/** Data sets differ in whether they count documents, so these are not compared. */
const COMPARED_MODALITIES = ['text', 'image', 'audio', 'video'] as const;

export function compareModels(
  modelsDev?: ImportedModel,
  liteLlm?: ImportedModel,
  showsCents = false,
): Compared {
  const compared: Compared = { facts: {}, from: {}, disagreements: [], showsCents };
  for (const [group, compare] of Object.entries(COMPARISONS) as [Group, Comparison][]) {
    const [first, second] = [modelsDev?.[group], liteLlm?.[group]];
    const value =
      first === undefined || second === undefined
        ? (first ?? second)
        : compare(first as never, second as never, compared);
    if (value === undefined) continue;
    Object.assign(compared.facts, { [group]: value });
    compared.from[group] = [
      ...(first === undefined ? [] : [MODELS_DEV]),
      ...(second === undefined ? [] : [LITELLM]),
    ];
  }
  return compared;
}

type Comparison = (first: never, second: never, compared: Compared) => unknown;

const COMPARISONS: Readonly<Record<Group, Comparison>> = {
  modalities: compareModalities,
  limits: compareLimits,
  parameters: compareParameters,
  reasoning: (first: object, second: object) => ({ ...second, ...first }),
  price: compareModelPrices,
  dates: (first: object, second: object) => ({ ...second, ...first }),
};

function compareModalities(
  first: NonNullable<Facts['modalities']>,
  second: NonNullable<Facts['modalities']>,
  { disagreements }: Compared,
): Facts['modalities'] {
  const isSame = (['input', 'output'] as const).every((side) =>
    COMPARED_MODALITIES.every((one) => first[side].includes(one) === second[side].includes(one)),
  );
  if (isSame) return first;
  disagreements.push({ fact: 'modalities', modelsDev: first, liteLlm: second });
  return undefined;
}

/** LiteLLM has one number that is either the context or the input limit. */
function compareLimits(
  first: NonNullable<Facts['limits']>,
  second: NonNullable<Facts['limits']>,
  { disagreements }: Compared,
): Facts['limits'] {
  const output = findSmaller(first.output, second.output);
  if (output === 'different') {
    disagreements.push({ fact: 'limits.output', modelsDev: first.output, liteLlm: second.output });
  }
  const isInput = first.input !== undefined && areClose(first.input, second.context);
  const context = isInput ? first.context : findSmaller(first.context, second.context);
  if (context === 'different') {
    disagreements.push({ fact: 'limits.context', modelsDev: first.context, liteLlm: second.context });
  }
  return compact({
    context: context === 'different' ? undefined : context,
    input: context === 'different' ? undefined : first.input,
    output: output === 'different' ? undefined : output,
  });
}

function findSmaller(
  first: number | undefined,
  second: number | undefined,
): number | 'different' | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return areClose(first, second) ? Math.min(first, second) : 'different';
}

function areClose(first: number, second: number | undefined): boolean {
  return second !== undefined && Math.abs(first - second) <= RELATIVE_TOLERANCE * Math.max(first, second);
}

function compareParameters(
  first: NonNullable<Facts['parameters']>,
  second: NonNullable<Facts['parameters']>,
  { disagreements }: Compared,
): Facts['parameters'] {
  const names = new Set([first, second].flatMap(({ taken = [], refused = [] }) => [...taken, ...refused]));
  const agreed = [...names].flatMap((name): [Parameter, boolean | undefined][] => {
    const [one, other] = [isSupported(first, name), isSupported(second, name)];
    if (one === undefined || other === undefined || one === other) return [[name, one ?? other]];
    disagreements.push({ fact: `parameters.${name}`, modelsDev: one, liteLlm: other });
    return [];
  });
  return listParameters(agreed);
}

function isSupported(
  { taken, refused }: NonNullable<Facts['parameters']>,
  name: Parameter,
): boolean | undefined {
  if (taken?.includes(name)) return true;
  return refused?.includes(name) ? false : undefined;
}

function compareModelPrices(
  first: NonNullable<Facts['price']>,
  second: NonNullable<Facts['price']>,
  { disagreements, showsCents }: Compared,
): Facts['price'] {
  const { price, conflicts } = comparePrices(first, second, showsCents);
  if (conflicts.length > 0) disagreements.push({ fact: 'price', modelsDev: first, liteLlm: second });
  return price;
}
