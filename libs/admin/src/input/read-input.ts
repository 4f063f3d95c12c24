import { type ValidationError, validateSync } from 'class-validator';
import { GatewayError } from '#canonical';
import { type DeclaredField, FIELD_CHECK, getFields } from './field.js';

type Fields = Readonly<Record<string, unknown>>;
type Dto<Value extends object> = new () => Value;

/** Converts the body of a request to a DTO. Throws a GatewayError that names the first invalid field. */
export function readInput<Value extends object>(dto: Dto<Value>, given: unknown): Value {
  if (!isObject(given)) {
    throw new GatewayError('invalid-type', 'The request body must be a JSON object.');
  }
  const input = fill(dto, given, '');
  const [fault] = validateSync(input, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    // A value of the wrong type is not validated further, because each nested object costs a search through all rules.
    stopAtFirstError: true,
  });
  if (fault !== undefined) throw toGatewayError(fault);
  return input;
}

/**
 * Copies only declared fields, so that a name such as "constructor" cannot change the object by which the rules are looked
 * up.
 */
function fill<Value extends object>(dto: Dto<Value>, given: Fields, path: string): Value {
  const declared = getFields(dto);
  refuseUnknown(given, declared, path);
  const fields = declared.flatMap((field) =>
    Object.hasOwn(given, field.name)
      ? [[field.name, fillNested(field, given[field.name], `${path}${field.name}`)]]
      : [],
  );
  return Object.assign(new dto(), Object.fromEntries(fields) as Fields);
}

function fillNested({ nested, list }: DeclaredField, value: unknown, path: string): unknown {
  if (nested === undefined) return value;
  const dto = nested();
  const fillOne = (item: unknown, itemPath: string): unknown =>
    isObject(item) ? fill(dto, item, `${itemPath}.`) : item;
  if (list === undefined || (list.orOne === true && !Array.isArray(value))) return fillOne(value, path);
  const isFilled = Array.isArray(value) && value.length <= list.max;
  return isFilled ? value.map((item, index) => fillOne(item, `${path}[${index}]`)) : value;
}

function refuseUnknown(given: Fields, declared: readonly DeclaredField[], path: string): void {
  const accepted = declared.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !accepted.includes(name));
  if (unknown === undefined) return;
  const param = `${path}${unknown}`.slice(0, 200);
  throw new GatewayError(
    'unsupported-parameter',
    `"${param}" is unknown. Accepted: ${accepted.join(', ')}.`,
    { param },
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts a query string, in which every value is text, to a DTO. */
export function readQuery<Value extends object>(dto: new () => Value, given: unknown): Value {
  const types = new Map(getFields(dto).map(({ name, schema }) => [name, schema.type]));
  const values = Object.entries((given ?? {}) as Record<string, unknown>).map(([name, text]) => {
    if (typeof text === 'string') return [name, getValue(text, types.get(name))];
    throw new GatewayError('invalid-value', `"${name}" must not occur more than once.`, { param: name });
  });
  return readInput(dto, Object.fromEntries(values));
}

/** A text that is not a value of the type stays text, and validation reports what was expected. */
function getValue(text: string, type: string | undefined): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

/** Converts an error of class-validator to an error with the path of the field. */
function toGatewayError(fault: ValidationError, path = ''): GatewayError {
  const param = joinPath(path, fault.property);
  if (fault.value === undefined) {
    return new GatewayError('missing-parameter', `"${param}" is required.`, { param });
  }
  const problem = fault.constraints?.[FIELD_CHECK];
  const [inner] = fault.children ?? [];
  // A problem of a nested field is only reported if the value has the right type.
  if (problem === undefined && inner !== undefined) return toGatewayError(inner, param);
  return new GatewayError('invalid-value', `"${param}" ${problem ?? 'is not valid'}.`, { param });
}

function joinPath(path: string, property: string): string {
  if (/^\d+$/.test(property)) return `${path}[${property}]`;
  return path === '' ? property : `${path}.${property}`;
}
