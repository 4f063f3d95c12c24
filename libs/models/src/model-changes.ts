import { GROUPS, type ModelFacts, type ProviderModels } from './model-facts.js';

export interface ModelChange {
  provider: string;
  model: string;
  change: 'added' | 'changed' | 'removed';
  /** The differences, such as `price.inputPerMTok: 1.25 → 1`. */
  facts: string[];
  before?: ModelFacts;
}

const COMPARED = ['kind', 'aliases', 'snapshots', 'patterns', ...GROUPS] as const;

/** The changes of models that the files would make. */
export function listModelChanges(
  current: readonly ProviderModels[],
  files: readonly ProviderModels[],
): ModelChange[] {
  return files.flatMap((file) => {
    const before = current.find(({ provider }) => provider === file.provider)?.models ?? [];
    return compareFiles(file.provider, before, file.models);
  });
}

function compareFiles(
  provider: string,
  before: readonly ModelFacts[],
  after: readonly ModelFacts[],
): ModelChange[] {
  const previous = new Map(before.map((model) => [model.id, model]));
  const remaining = new Map(previous);
  const changes = after.flatMap((model): ModelChange[] => {
    const former = previous.get(model.id);
    remaining.delete(model.id);
    if (former === undefined) return [{ provider, model: model.id, change: 'added', facts: [] }];
    const facts = COMPARED.flatMap((name) => describeDifference(name, former[name], model[name]));
    return facts.length === 0
      ? []
      : [{ provider, model: model.id, change: 'changed', facts, before: former }];
  });
  const removed = [...remaining.values()].map((model) => ({
    provider,
    model: model.id,
    change: 'removed' as const,
    facts: [],
    before: model,
  }));
  return [...changes, ...removed];
}

function describeDifference(path: string, before: unknown, after: unknown): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isMap(before) && isMap(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => describeDifference(`${path}.${name}`, before[name], after[name]));
  }
  return [`${path}: ${formatValue(before)} → ${formatValue(after)}`];
}

function formatValue(value: unknown): string {
  return value === undefined ? 'unknown' : JSON.stringify(value);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
