import { type JsonDocument, type JsonKind } from '#json-scan';

/** Reads a member for its rules: its value, or a substitute that is sufficient for the rules. */
export type ReadMember = (document: JsonDocument, entry: number) => unknown;

/** What is wrong with a value. */
export interface MemberFault {
  kind: 'missing-parameter' | 'invalid-type' | 'invalid-value';
  /** The end of a sentence whose subject is the member. */
  problem: string;
  /** Set if not the member itself is wrong but a value in it. */
  param?: string;
}

/** A member that is validated before a request is forwarded. `null` counts as absent. */
export interface MemberRules {
  isRequired: boolean;
  read: ReadMember;
  /** Checked in this order for a member that is present. The first is about the type. */
  rules: readonly Rule[];
}

interface Rule {
  isValid: (value: unknown) => boolean;
  /** Of a value that is not valid. */
  describe: (value: unknown) => MemberFault;
}

export const MAX_COUNT = 2 ** 31 - 1;

const MAX_MODEL_LENGTH = 256;
// oxlint-disable-next-line no-control-regex -- a model name goes into headers and log lines
const MODEL_NAME = /^[^\u0000-\u001f\u007f]*$/;

export function optional(rules: readonly Rule[], read: ReadMember = readWhole): MemberRules {
  return { isRequired: false, read, rules };
}

export function required(rules: readonly Rule[], read: ReadMember = readWhole): MemberRules {
  return { isRequired: true, read, rules };
}

export function typeRule(problem: string, isValid: Rule['isValid']): Rule {
  return { isValid, describe: () => ({ kind: 'invalid-type', problem }) };
}

function valueRule<Value>(problem: string, isValid: (value: Value) => boolean): Rule {
  return {
    isValid: isValid as Rule['isValid'],
    describe: () => ({ kind: 'invalid-value', problem }),
  };
}

const isText = typeRule('must be a string', (value) => typeof value === 'string');
const isInteger = typeRule('must be an integer number', (value) => Number.isInteger(value));
const isNumber = typeRule('must be a number conforming to the specified constraints', (value) =>
  Number.isFinite(value),
);
const isArray = typeRule('must be an array', (value) => Array.isArray(value));

export const BOOLEAN = optional([typeRule('must be a boolean value', (value) => typeof value === 'boolean')]);
export const TEXT = optional([isText]);
export const NUMBER = optional([isNumber]);
export const OBJECT = optional([
  typeRule('must be an object', (value) => typeof value === 'object' && !Array.isArray(value)),
]);

export const MODEL = required([
  isText,
  valueRule<string>(`must match ${MODEL_NAME} regular expression`, (value) => MODEL_NAME.test(value)),
  valueRule<string>('must be longer than or equal to 1 characters', (value) => value !== ''),
  valueRule<string>(
    `must be shorter than or equal to ${MAX_MODEL_LENGTH} characters`,
    (value) => value.length <= MAX_MODEL_LENGTH || countCharacters(value) <= MAX_MODEL_LENGTH,
  ),
]);

export const number = (min: number, max: number): MemberRules => optional([isNumber, ...bounds(min, max)]);

export const integer = (min: number, max?: number): Rule[] => [isInteger, ...bounds(min, max)];

function bounds(min: number, max = Number.POSITIVE_INFINITY): Rule[] {
  return [
    valueRule<number>(`must not be less than ${min}`, (value) => value >= min),
    valueRule<number>(`must not be greater than ${max}`, (value) => value <= max),
  ];
}

/** An array of which only the length is checked. */
export function arrayUpTo(maxLength: number): MemberRules {
  const isShort = valueRule<unknown[]>(
    `must contain no more than ${maxLength} elements`,
    ({ length }) => length <= maxLength,
  );
  return optional([isArray, isShort], readLength);
}

/** A member that may be long: only its kind is checked. */
export function allowKinds(kinds: readonly JsonKind[], problem: string): MemberRules {
  return optional([typeRule(problem, (value) => kinds.some((kind) => kind === value))], readKind);
}

/** Undefined if the value is valid. */
export function findMemberFault({ isRequired, rules }: MemberRules, value: unknown): MemberFault | undefined {
  if (value == null) return isRequired ? { kind: 'missing-parameter', problem: 'is required' } : undefined;
  return rules.find(({ isValid }) => !isValid(value))?.describe(value);
}

/** Surrogate pairs are one character. */
function countCharacters(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

function readWhole(document: JsonDocument, entry: number): unknown {
  return document.valueAt(entry);
}

function readKind(document: JsonDocument, entry: number): JsonKind | undefined {
  const kind = document.kindAt(entry);
  return kind === 'null' ? undefined : kind;
}

/** An empty array of the same length. */
function readLength(document: JsonDocument, entry: number): unknown {
  if (document.kindAt(entry) !== 'array') return document.valueAt(entry);
  const list: unknown[] = [];
  list.length = document.outline.count(entry);
  return list;
}
