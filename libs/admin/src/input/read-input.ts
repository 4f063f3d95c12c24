import { GatewayError } from '#canonical';
import { validateSync } from 'class-validator';
import { type DeclaredField, getFields } from './field.js';
import { inputError } from './input-error.js';

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
