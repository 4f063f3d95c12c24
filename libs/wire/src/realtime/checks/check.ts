import { missing, wrongType, wrongValue } from '../../validation/faults.js';
import { checkObject, checkString } from '../../validation/json-values.js';

/** Throws where a value is not what it must be; `path` is what the value is called. */
export type Check = (value: unknown, path: string) => void;
/** By the names of members; what is not named is not looked at. */
export type MemberChecks = Readonly<Record<string, Check>>;

/** An object some of whose members must be there, and others may. */
export function object(required: MemberChecks, optional: MemberChecks = {}): Check {
  return (value, path) => {
    const members = checkObject(value, path);
    for (const [name, check] of Object.entries(required)) {
      if (members[name] === undefined) throw missing(memberPath(path, name));
      check(members[name], memberPath(path, name));
    }
    for (const [name, check] of Object.entries(optional)) {
      if (members[name] !== undefined) check(members[name], memberPath(path, name));
    }
  };
}

/** An object whose member `name` says which of several kinds it is of. */
export function getKind(name: string, kinds: Readonly<Record<string, Check>>): Check {
  const checkKind = word(...Object.keys(kinds));
  return (value, path) => {
    const kind = checkObject(value, path)[name];
    if (kind === undefined) throw missing(memberPath(path, name));
    checkKind(kind, memberPath(path, name));
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

/** One of some words. */
export function word(...accepted: readonly string[]): Check {
  const problem = `must be ${quotedList(accepted)}`;
  return (value, path) => {
    text(value, path);
    if (!accepted.includes(value as string)) throw wrongValue(path, problem);
  };
}

/** A word, or else something of another type. */
export function wordOr(accepted: readonly string[], other: Check): Check {
  const checkWord = word(...accepted);
  return (value, path) => (typeof value === 'string' ? checkWord(value, path) : other(value, path));
}

export function number(lowest: number, highest: number): Check {
  return (value, path) => {
    if (typeof value !== 'number') throw wrongType(path, 'a number');
    if (value < lowest || value > highest) {
      throw wrongValue(path, `must be a number from ${lowest} to ${highest}`);
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

export const truth: Check = (value, path) => {
  if (typeof value !== 'boolean') throw wrongType(path, 'a boolean');
};

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export const base64: Check = (value, path) => {
  text(value, path);
  const encoded = value as string;
  if (encoded.length % 4 !== 0 || !BASE64.test(encoded)) throw wrongValue(path, 'must be base64');
};

/** What is outermost has no name of its own. */
function memberPath(path: string, member: string): string {
  return path === '' ? member : `${path}.${member}`;
}

function quotedList(words: readonly string[]): string {
  const quoted = words.map((one) => `"${one}"`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}
