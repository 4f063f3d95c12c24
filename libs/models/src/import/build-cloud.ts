import { type ModelFacts } from '../model-facts.js';
import { isSameWhereBothSay } from './compare-prices.js';
import { type ImportedProvider } from './imported-provider.js';

/** What is known of models that somebody sells for their makers: how much they take there and what they cost. */
export function keepCloudFacts(
  models: readonly ModelFacts[],
  { region }: Pick<ImportedProvider, 'region'>,
  today: string,
): ModelFacts[] {
  const served = models.filter(({ dates }) => (dates?.retires ?? today) >= today).map(keepOwnFacts);
  return region === undefined ? served : keepKnownRegions(served, region);
}

/** What a model takes, its maker says. */
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
 * A name without a region tells nothing of where the model runs. It has a price where all the regions that are known cost
 * the same. Prices of a region that stands in no name are of use for nothing else.
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
      const isSame = variants.every(({ price }) => isSameWhereBothSay(model.price ?? {}, price ?? {}));
      return isSame ? model : withoutPrice(model);
    });
}

function withoutPrice({ price: _price, from, ...model }: ModelFacts): ModelFacts {
  const { price: _from, ...others } = from;
  return { ...model, from: others };
}
