import { type Capability, type PlaygroundModel, modelsFor } from './playground-model.js';

const SANDBOX = 'sandbox';

/** The last model that the user selected on each tab, which is selected again at the next visit. */
const lastSelected = new Map<Capability, string>();

export function rememberSelection(capability: Capability, model: string): void {
  lastSelected.set(capability, model);
}

/**
 * The models for a capability, the best first: the last selected model, then provider models before the sandbox, models with
 * known capabilities, models with few other capabilities, models with the capability in their name, and models with a known
 * context length and price. Models of the same rank keep their order.
 */
export function rankModels(models: readonly PlaygroundModel[], capability: Capability): PlaygroundModel[] {
  const lastModel = lastSelected.get(capability);
  return modelsFor(models, capability)
    .map((model) => ({ model, ranks: getRanks(model, capability, lastModel) }))
    .toSorted((left, right) => compareRanks(left.ranks, right.ranks))
    .map(({ model }) => model);
}

/** The best model that is not excluded, or the best model if all are excluded. */
export function findBestModel(
  models: readonly PlaygroundModel[],
  capability: Capability,
  excluded: readonly (string | undefined)[] = [],
): string | undefined {
  const ranked = rankModels(models, capability);
  return (ranked.find(({ id }) => !excluded.includes(id)) ?? ranked[0])?.id;
}

/** Sort keys, the most important first. Lower is better. */
function getRanks(model: PlaygroundModel, capability: Capability, lastModel: string | undefined): number[] {
  const { id, ownedBy, capabilities, contextTokens, price } = model;
  const isGeneral = capability === 'chat';
  return [
    Number(id !== lastModel),
    Number(ownedBy === SANDBOX),
    Number(capabilities === undefined),
    isGeneral ? 0 : (capabilities?.length ?? 0),
    // Prefers "gpt-realtime" to a chat model that the gateway makes available for realtime.
    Number(!isGeneral && !id.includes(capability)),
    Number(contextTokens === undefined && isGeneral),
    Number(price === undefined),
  ];
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (const [position, rank] of left.entries()) {
    const difference = rank - (right[position] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
