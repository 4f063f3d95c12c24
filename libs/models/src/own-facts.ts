import { type ModelConfig } from '#config';
import { type KnownModel } from './known-model.js';
import { type FactSource, type ModelFacts } from './model-facts.js';
import { addParameters } from './model-families.js';

/** What the configuration says of a model, by the name that clients use. It counts before everything else. */
export type OwnFacts = Pick<ModelConfig, 'knownAs' | 'limits' | 'parameters' | 'reasoning'>;

/** Stands for the configuration among the sources of facts, which has no day of its own. */
export const CONFIG_SOURCE: FactSource = { url: 'config', asOf: '' };

/** Of those that say something, by id. */
export function listOwnFacts(models: readonly ModelConfig[]): ReadonlyMap<string, OwnFacts> {
  return new Map(
    models.flatMap(({ id, knownAs, limits, parameters, reasoning }) => {
      const isSilent = (knownAs ?? limits ?? parameters ?? reasoning) === undefined;
      return isSilent ? [] : [[id, { knownAs, limits, parameters, reasoning }] as const];
    }),
  );
}

type Facts = Pick<ModelFacts, 'limits' | 'parameters' | 'reasoning'>;

/** Facts of a model with what the configuration says in their place. */
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

/** The same for all that is known, with its sources. */
export function overrideKnown(known: KnownModel, own: OwnFacts): KnownModel {
  const facts = applyOwnFacts(known, own);
  const groups = (['limits', 'parameters', 'reasoning'] as const).filter((group) => own[group] !== undefined);
  const sources = groups.map((group) => [group, [CONFIG_SOURCE, ...(known.sources[group] ?? [])]]);
  return { ...known, ...facts, sources: { ...known.sources, ...Object.fromEntries(sources) } };
}

/** What is taken here is not refused in some cases either. */
function overrideParameters(
  known: Facts['parameters'] = {},
  own: NonNullable<OwnFacts['parameters']>,
): Facts['parameters'] {
  const { refusedWhileReasoning, exclusive, ...others } = known;
  const isSaid = (name: string): boolean =>
    [...(own.taken ?? []), ...(own.refused ?? [])].some((one) => one === name);
  const left = refusedWhileReasoning?.filter((name) => !isSaid(name)) ?? [];
  const rest = {
    ...others,
    ...(left.length > 0 && { refusedWhileReasoning: left }),
    ...(exclusive?.some(isSaid) === false && { exclusive }),
  };
  return addParameters(rest, structuredClone(own) as NonNullable<Facts['parameters']>);
}
