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

/** What holds in the formats that a provider names none for. */
export const USUAL_FORMATS: readonly string[] = ['openai-chat'];

export type Sources = Readonly<Partial<Record<Group, readonly FactSource[]>>>;

/** Facts that hold for all models of a family, with what they are from and the formats that they are known for. */
export interface KnownFamily extends Omit<FamilyFacts, 'patterns' | 'from'> {
  provider: string;
  formats: readonly string[];
  sources: Sources;
}

/** The families of all makers, by what the names of their models begin with. */
export class ModelFamilies {
  /** Longest first. */
  private readonly beginnings: readonly (readonly [beginning: string, family: KnownFamily])[];

  constructor(files: readonly ProviderModels[]) {
    const known = files.flatMap((file) =>
      (file.families ?? []).flatMap(({ patterns, from, ...facts }) => {
        const formats = file.formats ?? USUAL_FORMATS;
        const family = { ...facts, provider: file.provider, formats, sources: nameSources(file, from) };
        return patterns.map((pattern) => [pattern.slice(0, -1).toLowerCase(), family] as const);
      }),
    );
    this.beginnings = known.toSorted(([a], [b]) => b.length - a.length);
  }

  /** By any name that the maker may have for it. */
  find(upstreamModel: string): KnownFamily | undefined {
    const names = listMakerNames(upstreamModel).map((name) => name.toLowerCase());
    return this.beginnings.find(([beginning]) => names.some((name) => name.startsWith(beginning)))?.[1];
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
 * What is known of a model together with what holds for its family. What the family refuses has been seen, so that it
 * counts before what is said of the one model; but a limit of its own is the closer one.
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

/** What the second says counts before what the first does. */
export function addParameters(
  own: ModelFacts['parameters'] = {},
  common: NonNullable<FamilyFacts['parameters']>,
): ModelFacts['parameters'] {
  // What is refused only sometimes is taken otherwise.
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

/** Ways to reason go together; where it is sent back is another matter. */
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
