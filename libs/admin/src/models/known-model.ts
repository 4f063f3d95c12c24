import { CONFIG_SOURCE, GROUPS, type KnownModel } from '#models';
import { snakeCase } from '#declarations';
import {
  type FactSourceView,
  type KnownModelView,
  type KnownParametersView,
  type KnownReasoningView,
} from './known-model.dto.js';
import { viewRates } from './price-rates.js';

export function viewKnownModel(known: KnownModel): KnownModelView {
  const { id, provider, label, family, kind, modalities, limits, parameters, reasoning, price, dates } =
    known;
  return {
    id,
    provider,
    label: label ?? null,
    family: family ?? null,
    kind,
    modalities: modalities ?? null,
    limits: limits
      ? { context: limits.context ?? null, input: limits.input ?? null, output: limits.output ?? null }
      : null,
    parameters: parameters ? viewParameters(parameters) : null,
    reasoning: reasoning ? viewReasoning(reasoning) : null,
    price: price ? viewRates(price) : null,
    released: dates?.released ?? null,
    retires: dates?.retires ?? null,
    sources: listSources(known),
  };
}

function viewParameters(parameters: NonNullable<KnownModel['parameters']>): KnownParametersView {
  const { taken = [], refused = [], refusedWhileReasoning = [], exclusive = [] } = parameters;
  return {
    taken: taken.map(snakeCase),
    refused: refused.map(snakeCase),
    refused_while_reasoning: refusedWhileReasoning.map(snakeCase),
    exclusive: exclusive.map(snakeCase),
  };
}

function viewReasoning(reasoning: NonNullable<KnownModel['reasoning']>): KnownReasoningView {
  return {
    efforts: reasoning.efforts ?? null,
    min_budget: reasoning.budget?.min ?? null,
    max_budget: reasoning.budget?.max ?? null,
    adaptive: reasoning.isAdaptive ?? null,
    can_be_turned_off: reasoning.canBeTurnedOff ?? null,
    off_by_default: reasoning.isOffByDefault ?? null,
  };
}

function listSources({ sources }: KnownModel): FactSourceView[] {
  return GROUPS.flatMap((group) =>
    (sources[group] ?? []).map((source) =>
      source === CONFIG_SOURCE
        ? { group, url: null, as_of: null }
        : { group, url: source.url, as_of: source.asOf },
    ),
  );
}
