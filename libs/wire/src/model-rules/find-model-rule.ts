import { type FormatOf } from '../format-ids.js';
import { MODEL_RULES, type ModelRule } from './known-models.js';
import { parseModelName } from './model-name.js';

/** Undefined for a model of which nothing is known: what it is sent stays as it is. */
export function findModelRule(model: string, format: FormatOf<'chat'>): ModelRule | undefined {
  const name = parseModelName(model);
  if (name === undefined) return undefined;
  const { family, line, version } = name;
  return MODEL_RULES.find(
    ({ since, before, ...rule }) =>
      rule.family === family &&
      rule.formats.includes(format) &&
      (rule.lines === undefined || rule.lines.includes(line)) &&
      (since === undefined || (version !== undefined && version >= since)) &&
      (before === undefined || (version !== undefined && version < before)),
  );
}
