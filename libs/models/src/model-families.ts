import {
  FAMILY_GROUPS,
  type FactSource,
  type FamilyFacts,
  type Group,
  type ModelFacts,
  type Parameter,
  type ProviderModels,
} from './model-facts.js';
import { listMakerNames } from './model-names.js';

/** The formats of providers that list none. */
export const DEFAULT_FORMATS: readonly string[] = ['openai-chat'];

export type Sources = Readonly<Partial<Record<Group, readonly FactSource[]>>>;

/** Facts about all models of a family, with their sources and the formats that they apply to. */
export interface KnownFamily extends Omit<FamilyFacts, 'patterns' | 'from'> {
  provider: string;
  formats: readonly string[];
  sources: Sources;
}

/** The families of all makers, by the prefixes of model names. */
export class ModelFamilies {
  /** Longest first. */
  private readonly prefixes: readonly (readonly [beginning: string, family: KnownFamily])[];

  constructor(files: readonly ProviderModels[]) {
    const known = files.flatMap((file) =>
      (file.families ?? []).flatMap(({ patterns, from, ...facts }) => {
        const formats = file.formats ?? DEFAULT_FORMATS;
        const family = { ...facts, provider: file.provider, formats, sources: nameSources(file, from) };
        return patterns.map((pattern) => [pattern.slice(0, -1).toLowerCase(), family] as const);
      }),
    );
    this.prefixes = known.toSorted(([a], [b]) => b.length - a.length);
  }

  /** Finds a family by any name that the maker may have for the model. */
  find(upstreamModel: string): KnownFamily | undefined {
    const names = listMakerNames(upstreamModel).map((name) => name.toLowerCase());
    return this.prefixes.find(([beginning]) => names.some((name) => name.startsWith(beginning)))?.[1];
  }
}

export function nameSources({ sources }: Pick<ProviderModels, 'sources'>, from: ModelFacts['from']): Sources {
  const named = Object.entries(from).map(([group, names]) => [
    group,
    names.flatMap((name) => sources[name] ?? []),
  ]);
  return Object.fromEntries(named) as Sources;
}

type Facts = Pick<ModelFacts, 'limits' | 'parameters' | 'reasoning'> & { sources: Sources };

/**
 * Merges the facts of a model and its family. The family takes precedence for unsupported parameters, because those
 * were observed; a limit of the model itself takes precedence over that of the family.
 */
export function addFamily<Known extends Facts>(model: Known, family: KnownFamily): Known {
  const { limits, parameters, reasoning } = family;
  return {
    ...model,
    ...(limits && { limits: { ...limits, ...model.limits } }),
    ...(parameters && { parameters: addParameters(model.parameters, parameters) }),
    ...(reasoning && { reasoning: { ...pickReplayed(model.reasoning), ...reasoning } }),
    sources: addSources(model.sources, family),
  };
}

/** Merges parameters; `common` takes precedence. */
export function addParameters(
  own: ModelFacts['parameters'] = {},
  common: NonNullable<FamilyFacts['parameters']>,
): ModelFacts['parameters'] {
  // Parameters that are refused only in some cases are otherwise supported.
  const sometimes = [...(common.refusedWhileReasoning ?? []), ...(common.exclusive ?? [])];
  const taken = addNames(common.taken, own.taken, common.refused);
  const refused = addNames(common.refused, own.refused, [...(common.taken ?? []), ...sometimes]);
  return {
    ...own,
    ...common,
    taken,
    refused,
  };
}

function addNames(
  first: readonly Parameter[] = [],
  others: readonly Parameter[] = [],
  without: readonly Parameter[] = [],
): Parameter[] | undefined {
  const names = [...new Set([...first, ...others.filter((name) => !without.includes(name))])];
  return names.length === 0 ? undefined : names;
}

/**
 * The reasoning settings of the family replace all of the model's, except for the member in which reasoning is sent
 * back.
 */
function pickReplayed(own: ModelFacts['reasoning']): ModelFacts['reasoning'] {
  return own?.replayedIn === undefined ? {} : { replayedIn: own.replayedIn };
}

function addSources(own: Sources, { sources }: KnownFamily): Sources {
  const added = FAMILY_GROUPS.flatMap((group) => {
    const all = [...(sources[group] ?? []), ...(own[group] ?? [])];
    return all.length === 0 ? [] : [[group, all] as const];
  });
  return { ...own, ...Object.fromEntries(added) };
}
