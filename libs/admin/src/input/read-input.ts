import { type ValidationError, validateSync } from 'class-validator';
import { GatewayError } from '#canonical';
import { type DeclaredField, FIELD_CHECK, getFields } from './field.js';

type Fields = Readonly<Record<string, unknown>>;
type Dto<Value extends object> = new () => Value;

/** Turns what a client has sent into a DTO, or throws what is wrong with it. */
export function readInput<Value extends object>(dto: Dto<Value>, given: unknown): Value {
  if (!isObject(given)) {
    throw new GatewayError('invalid-type', 'The request body must be a JSON object.');
  }
  const input = fill(dto, given, '');
  const [fault] = validateSync(input, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    // What is not of the right shape is not looked into: each object inside costs a search through all rules.
    stopAtFirstError: true,
  });
  if (fault !== undefined) throw inputError(fault);
  return input;
}

/**
 * By plain assignment of declared fields alone: a name such as "constructor" never gets near the object that the
 * rules are looked up by.
 */
function fill<Value extends object>(dto: Dto<Value>, given: Fields, place: string): Value {
  const declared = getFields(dto);
  refuseUnknown(given, declared, place);
  const known = declared.flatMap((field) =>
    Object.hasOwn(given, field.name)
      ? [[field.name, fillNested(field, given[field.name], `${place}${field.name}`)]]
      : [],
  );
  return Object.assign(new dto(), Object.fromEntries(known) as Fields);
}

function fillNested({ nested, list }: DeclaredField, value: unknown, place: string): unknown {
  if (nested === undefined) return value;
  const dto = nested();
  const fillOne = (item: unknown, itsPlace: string): unknown =>
    isObject(item) ? fill(dto, item, `${itsPlace}.`) : item;
  if (list === undefined) return fillOne(value, place);
  const isFilled = Array.isArray(value) && value.length <= list.max;
  return isFilled ? value.map((item, index) => fillOne(item, `${place}[${index}]`)) : value;
}

function refuseUnknown(given: Fields, declared: readonly DeclaredField[], place: string): void {
  const accepted = declared.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !accepted.includes(name));
  if (unknown === undefined) return;
  const param = `${place}${unknown}`.slice(0, 200);
  throw new GatewayError(
    'unsupported-parameter',
    `"${param}" is not known here. Accepted: ${accepted.join(', ')}.`,
    { param },
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Like a body, but everything arrives as text. */
export function readQuery<Value extends object>(dto: new () => Value, given: unknown): Value {
  const types = new Map(getFields(dto).map(({ name, schema }) => [name, schema.type]));
  const values = Object.entries((given ?? {}) as Record<string, unknown>).map(([name, text]) => {
    if (typeof text === 'string') return [name, getValue(text, types.get(name))];
    throw new GatewayError('invalid-value', `"${name}" may be given only once.`, { param: name });
  });
  return readInput(dto, Object.fromEntries(values));
}

/** A text that is no such value stays one: whoever checks it says what was expected. */
function getValue(text: string, type: string | undefined): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

/** What class-validator has found, as an error that names the field by its path. */
function inputError(fault: ValidationError, place = ''): GatewayError {
  const param = join(place, fault.property);
  if (fault.value === undefined) {
    return new GatewayError('missing-parameter', `"${param}" is required.`, { param });
  }
  const problem = fault.constraints?.[FIELD_CHECK];
  const [inner] = fault.children ?? [];
  // What is wrong inside matters only where it is the right kind of thing.
  if (problem === undefined && inner !== undefined) return inputError(inner, param);
  return new GatewayError('invalid-value', `"${param}" ${problem ?? 'is not valid'}.`, { param });
}

function join(place: string, property: string): string {
  if (/^\d+$/.test(property)) return `${place}[${property}]`;
  return place === '' ? property : `${place}.${property}`;
}
