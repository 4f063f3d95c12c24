import { missing, wrongType, wrongValue } from '../../validation/faults.js';
import { checkObject, checkString } from '../../validation/json-values.js';

/** Throws if a value is invalid; `path` names the value. */
export type Check = (value: unknown, path: string) => void;
/** By the names of members. Other members are not checked. */
export type MemberChecks = Readonly<Record<string, Check>>;

/** Checks an object with required and optional members. */
export function object(required: MemberChecks, optional: MemberChecks = {}): Check {
  return (value, path) => {
    const members = checkObject(value, path);
    for (const [name, check] of Object.entries(required)) {
      if (members[name] === undefined) throw missing(toMemberPath(path, name));
      check(members[name], toMemberPath(path, name));
    }
    for (const [name, check] of Object.entries(optional)) {
      if (members[name] !== undefined) check(members[name], toMemberPath(path, name));
    }
  };
}

/** Checks an object whose member `name` selects one of several checks. */
export function taggedUnion(name: string, kinds: Readonly<Record<string, Check>>): Check {
  const checkKind = oneOf(...Object.keys(kinds));
  return (value, path) => {
    const kind = checkObject(value, path)[name];
    if (kind === undefined) throw missing(toMemberPath(path, name));
    checkKind(kind, toMemberPath(path, name));
    kinds[kind as string]?.(value, path);
  };
}

export function list(element: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) throw wrongType(path, 'an array');
    for (const [index, one] of value.entries()) element(one, `${path}[${index}]`);
  };
}

export function nullable(check: Check): Check {
  return (value, path) => {
    if (value !== null) check(value, path);
  };
}

/** Checks that a value is one of several strings. */
export function oneOf(...accepted: readonly string[]): Check {
  const problem = `must be ${toQuotedList(accepted)}`;
  return (value, path) => {
    text(value, path);
    if (!accepted.includes(value as string)) throw wrongValue(path, problem);
  };
}

/** Checks that a string is one of several, and applies `other` to values of other types. */
export function oneOfOr(accepted: readonly string[], other: Check): Check {
  const checkValue = oneOf(...accepted);
  return (value, path) => (typeof value === 'string' ? checkValue(value, path) : other(value, path));
}

export function number(min: number, max: number): Check {
  return (value, path) => {
    if (typeof value !== 'number') throw wrongType(path, 'a number');
    if (value < min || value > max) {
      throw wrongValue(path, `must be a number from ${min} to ${max}`);
    }
  };
}

export function integer(lowest: number, highest: number = Number.MAX_SAFE_INTEGER): Check {
  const range = highest === Number.MAX_SAFE_INTEGER ? `at least ${lowest}` : `from ${lowest} to ${highest}`;
  return (value, path) => {
    if (!Number.isInteger(value)) throw wrongType(path, 'an integer');
    const count = value as number;
    if (count < lowest || count > highest) throw wrongValue(path, `must be an integer ${range}`);
  };
}

export const text: Check = checkString;

export const name: Check = (value, path) => {
  text(value, path);
  if (value === '') throw wrongValue(path, 'must not be empty');
};

export const boolean: Check = (value, path) => {
  if (typeof value !== 'boolean') throw wrongType(path, 'a boolean');
};

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export const base64: Check = (value, path) => {
  text(value, path);
  const encoded = value as string;
  if (encoded.length % 4 !== 0 || !BASE64.test(encoded)) throw wrongValue(path, 'must be base64');
};

/** The outermost value has no name. */
function toMemberPath(path: string, member: string): string {
  return path === '' ? member : `${path}.${member}`;
}

function toQuotedList(words: readonly string[]): string {
  const quoted = words.map((one) => `"${one}"`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}
