import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { type Bounds } from '../validation/request-fields.js';
import { RequestObject } from '../validation/request-object.js';

/**
 * An object in ProtoJSON: keys in camelCase or snake_case, integers also as strings, enum values in any case, and one
 * object instead of a list of one. Methods take camelCase names; errors contain the path as the client spelled it.
 */
export class ProtoObject extends RequestObject {
  /** The client's names that are not in camelCase, by their camelCase names. */
  private readonly spellings: ReadonlyMap<string, string> | undefined;

  constructor(members: JsonObject, path = '') {
    super(members, path);
    this.spellings = findSpellings(members);
  }

  /** The fields of the object, by their camelCase names. */
  get fields(): string[] {
    const names = Object.keys(this.members).filter((name) => this.members[name] !== null);
    return this.spellings === undefined ? names : [...new Set(names.map(camelCase))];
  }

  override getPath(field: string): string {
    return super.getPath(this.spellings?.get(field) ?? field);
  }

  override value(field: string): JsonValue | undefined {
    return super.value(this.spellings?.get(field) ?? field);
  }

  override list(field: string, maxCount?: number): JsonValue[] | undefined {
    const value = this.value(field);
    return isJsonObject(value) ? [value] : super.list(field, maxCount);
  }

  override integer(field: string, bounds?: Bounds): number | undefined {
    const value = this.value(field);
    const isNumeral = typeof value === 'string' && /^-?\d+$/.test(value);
    return this.checkSafeInteger(field, isNumeral ? Number(value) : value, bounds);
  }

  /** The name of an enum value, in upper case. */
  enumName(field: string): string | undefined {
    return this.string(field)?.toUpperCase();
  }

  /** An object whose keys are data and have only one spelling. */
  plainObject(field: string): JsonObject | undefined {
    return this.object(field)?.members;
  }

  protected override nested(members: JsonObject, path: string): this {
    return new ProtoObject(members, path) as this;
  }
}

/** If a field occurs in both spellings, the later one counts. */
function findSpellings(members: JsonObject): Map<string, string> | undefined {
  let spellings: Map<string, string> | undefined;
  for (const name of Object.keys(members)) {
    if (members[name] === null) continue;
    const field = camelCase(name);
    if (field === name) spellings?.delete(field);
    else (spellings ??= new Map()).set(field, name);
  }
  return spellings;
}

/** The JSON name of a field: `inlineData` for the proto name `inline_data`. */
export function camelCase(name: string): string {
  if (!name.includes('_')) return name;
  return name.replaceAll(/(?<=[a-zA-Z0-9])_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
