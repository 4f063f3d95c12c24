import { type JsonObject, type JsonValue } from '#canonical';
import { isObject, without } from '../json-members.js';

/** Where a setting is kept: by one name in the first version, by a path today. */
export interface Placement {
  beta: string;
  ga: readonly [string, ...string[]];
  /** Where the values differ too. What is not understood stays, for somebody else to refuse. */
  values?: ValueTranslation;
}

export interface ValueTranslation {
  toGa: (value: JsonValue) => JsonValue;
  toBeta: (value: JsonValue) => JsonValue;
}

export function nest(flat: JsonObject, placements: readonly Placement[]): JsonObject {
  const kept = without(flat, ...placements.map(({ beta }) => beta));
  return placements.reduce((nested, { beta, ga, values }) => {
    const value = flat[beta];
    return value === undefined ? nested : placeAt(nested, ga, values?.toGa(value) ?? value);
  }, kept);
}

/** What has no place of its own in the first version is left out with the object that held it. */
export function flatten(nested: JsonObject, placements: readonly Placement[]): JsonObject {
  const kept = without(nested, ...placements.map(({ ga }) => ga[0]));
  const placed = placements.flatMap(({ beta, ga, values }) => {
    const value = valueAt(nested, ga);
    return value === undefined ? [] : [[beta, values?.toBeta(value) ?? value] as const];
  });
  return { ...kept, ...Object.fromEntries(placed) };
}

function placeAt(holder: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return holder;
  if (rest.length === 0) return { ...holder, [name]: value };
  const inner = holder[name];
  return { ...holder, [name]: placeAt(isObject(inner) ? inner : {}, rest, value) };
}

function valueAt(holder: JsonObject, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, name) => (isObject(value) ? value[name] : undefined),
    holder,
  );
}
