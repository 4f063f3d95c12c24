import { type ModelConfig } from '#config';
import { type KnownModel } from './known-model.js';
import { type FactSource, type ModelFacts } from './model-facts.js';
import { addParameters } from './model-families.js';

/** The facts about a model in the configuration, by its public name. They take precedence over all others. */
export type OwnFacts = Pick<ModelConfig, 'knownAs' | 'limits' | 'parameters' | 'reasoning'>;

/** The configuration as a source of facts. It has no date. */
export const CONFIG_SOURCE: FactSource = { url: 'config', asOf: '' };

/** The facts of the models that have any, by id. */
export function listOwnFacts(models: readonly ModelConfig[]): ReadonlyMap<string, OwnFacts> {
  return new Map(
    models.flatMap(({ id, knownAs, limits, parameters, reasoning }) => {
      const isEmpty = (knownAs ?? limits ?? parameters ?? reasoning) === undefined;
      return isEmpty ? [] : [[id, { knownAs, limits, parameters, reasoning }] as const];
    }),
  );
}

type Facts = Pick<ModelFacts, 'limits' | 'parameters' | 'reasoning'>;

/** Overrides facts about a model by those of the configuration. */
export function applyOwnFacts(known: Facts, { limits, parameters, reasoning }: OwnFacts): Facts {
  return {
    ...known,
    ...(limits && { limits: { ...known.limits, ...limits } }),
    ...(parameters && { parameters: overrideParameters(known.parameters, parameters) }),
    ...(reasoning && {
      reasoning: structuredClone({ ...known.reasoning, ...reasoning }) as Facts['reasoning'],
    }),
  };
}

/** Like `applyOwnFacts`, with the sources. */
export function overrideKnown(known: KnownModel, own: OwnFacts): KnownModel {
  const facts = applyOwnFacts(known, own);
  const groups = (['limits', 'parameters', 'reasoning'] as const).filter((group) => own[group] !== undefined);
  const sources = groups.map((group) => [group, [CONFIG_SOURCE, ...(known.sources[group] ?? [])]]);
  return { ...known, ...facts, sources: { ...known.sources, ...Object.fromEntries(sources) } };
}

/** A parameter that the configuration sets is removed from the conditional lists. */
function overrideParameters(
  known: Facts['parameters'] = {},
  own: NonNullable<OwnFacts['parameters']>,
): Facts['parameters'] {
  const { refusedWhileReasoning, exclusive, ...others } = known;
  const isSet = (name: string): boolean =>
    [...(own.taken ?? []), ...(own.refused ?? [])].some((one) => one === name);
  const remaining = refusedWhileReasoning?.filter((name) => !isSet(name)) ?? [];
  const rest = {
    ...others,
    ...(remaining.length > 0 && { refusedWhileReasoning: remaining }),
    ...(exclusive?.some(isSet) === false && { exclusive }),
  };
  return addParameters(rest, structuredClone(own) as NonNullable<Facts['parameters']>);
}
