import { type ModelFacts } from '../model-facts.js';
import { hasNoConflict } from './compare-prices.js';
import { type ImportedProvider } from './imported-provider.js';

/** The facts of models that a cloud resells: its own limits and prices. */
export function keepCloudFacts(
  models: readonly ModelFacts[],
  { region }: Pick<ImportedProvider, 'region'>,
  today: string,
): ModelFacts[] {
  const served = models.filter(({ dates }) => (dates?.retires ?? today) >= today).map(keepOwnFacts);
  return region === undefined ? served : keepKnownRegions(served, region);
}

/** Parameters and reasoning are those of the maker. */
function keepOwnFacts({
  parameters: _parameters,
  reasoning: _reasoning,
  from,
  ...model
}: ModelFacts): ModelFacts {
  const { parameters: _, reasoning: __, ...others } = from;
  return { ...model, from: others };
}

/**
 * A name without a region does not show where the model runs. It has a price only if all known regions cost the same.
 * Entries with a region only serve this comparison.
 */
function keepKnownRegions(models: readonly ModelFacts[], region: RegExp): ModelFacts[] {
  const byName = new Map<string, ModelFacts[]>();
  for (const model of models) {
    const name = model.id.replace(region, '');
    byName.set(name, [...(byName.get(name) ?? []), model]);
  }
  return models
    .filter(({ id }) => !id.includes('/'))
    .map((model) => {
      const variants = byName.get(model.id) ?? [];
      const isSame = variants.every(({ price }) => hasNoConflict(model.price ?? {}, price ?? {}));
      return isSame ? model : withoutPrice(model);
    });
}

function withoutPrice({ price: _price, from, ...model }: ModelFacts): ModelFacts {
  const { price: _from, ...others } = from;
  return { ...model, from: others };
}
