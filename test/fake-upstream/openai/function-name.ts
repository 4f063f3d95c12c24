import type { Path } from '../refused.js';
import { checkString, invalid } from '../value-checks.js';

export function checkFunctionName(name: unknown, path: Path): void {
  checkString(name, path);
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    throw invalid(path, 'expected a name that matches ^[a-zA-Z0-9_-]{1,64}$.');
  }
}

export function checkParameters(parameters: unknown, path: Path): void {
  if (parameters === undefined || parameters === null) return;
  const { type } = parameters as { type?: unknown };
  if (type !== 'object') throw invalid(path, `schema must have type 'object', got ${JSON.stringify(type)}.`);
}

export function checkUnique(names: readonly unknown[], path: Path): void {
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined)
    throw invalid(path, `tool names must be unique, but ${JSON.stringify(twice)} is there twice.`);
}
