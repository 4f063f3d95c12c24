import { type Capability, type PlaygroundModel, modelsFor } from './playground-model.js';

const SANDBOX = 'sandbox';

/** Every tab is for one thing: what somebody chose for it last is what they want there the next time. */
const lastChosen = new Map<Capability, string>();

export function rememberChoice(capability: Capability, model: string): void {
  lastChosen.set(capability, model);
}

/**
 * Those that can do it, the best fitting first: what was chosen last, then real models before stand-ins, those that are
 * said to do it before those of which nothing is said, those made for it, or named after it, before those that do much
 * else, and those of which the context and the price are known. Otherwise they stay in the order that the gateway lists them in.
 */
export function rankModels(models: readonly PlaygroundModel[], capability: Capability): PlaygroundModel[] {
  const last = lastChosen.get(capability);
  return modelsFor(models, capability)
    .map((model) => ({ model, ranks: getRanks(model, capability, last) }))
    .toSorted((one, other) => compareRanks(one.ranks, other.ranks))
    .map(({ model }) => model);
}

/** The best fitting that is not among these; where all are, the best of all. */
export function findFittingModel(
  models: readonly PlaygroundModel[],
  capability: Capability,
  besides: readonly (string | undefined)[] = [],
): string | undefined {
  const ranked = rankModels(models, capability);
  return (ranked.find(({ id }) => !besides.includes(id)) ?? ranked[0])?.id;
}

/** Lower is better, and an earlier one counts for more. */
function getRanks(model: PlaygroundModel, capability: Capability, last: string | undefined): number[] {
  const { id, ownedBy, capabilities, contextTokens, price } = model;
  const isGeneral = capability === 'chat';
  return [
    Number(id !== last),
    Number(ownedBy === SANDBOX),
    Number(capabilities === undefined),
    isGeneral ? 0 : (capabilities?.length ?? 0),
    // "gpt-realtime" beside a chat model that is bridged.
    Number(!isGeneral && !id.includes(capability)),
    Number(contextTokens === undefined && isGeneral),
    Number(price === undefined),
  ];
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (const [position, rank] of one.entries()) {
    const difference = rank - (other[position] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
