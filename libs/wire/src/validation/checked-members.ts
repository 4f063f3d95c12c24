import { type ValidationError } from 'class-validator';
import { type JsonDocument, NameTable, ROOT } from '#json-scan';
import { findFault } from './member-fault.js';
import { type MemberRules, compileRules, listProperties } from './member-rules.js';
import { ROUTING_FIELDS, refuseRoutingFields } from './routing-fields.js';

/** Reads a member for its rules: its value, or a substitute that is sufficient for the rules. */
export type ReadMember = (document: JsonDocument, entry: number) => unknown;

interface Member extends MemberRules {
  name: string;
  read: ReadMember;
}

/**
 * The members of a format's requests that are validated before a request is forwarded, and the class that describes
 * them. A valid request is read in one pass over its members. An invalid one is read again with the validator, which
 * is slower but returns an error message.
 */
export class CheckedMembers<Dto extends object> {
  readonly members: readonly Member[];
  private readonly names: NameTable;
  private readonly required: number;

  /** `readers` by name, in the order in which duplicate members are reported. */
  constructor(
    private readonly dto: new () => Dto,
    readers: Readonly<Record<string, ReadMember>>,
  ) {
    this.members = Object.entries(readers).map(([name, read]) => {
      const { isRequired, isValid } = compileRules(dto, name);
      return { name, read, isRequired, isValid };
    });
    const unread = listProperties(dto).find((name) => !Object.hasOwn(readers, name));
    if (unread !== undefined) throw new Error(`"${unread}" has rules but no reader`);
    if (this.members.length > 31) throw new RangeError('the format has more than 31 checked members');
    this.names = new NameTable([...this.members.map(({ name }) => name), ...ROUTING_FIELDS]);
    this.required = this.members.reduce((bits, { isRequired }, index) => bits | (+isRequired << index), 0);
  }

  /** `toError` converts the first validation error. */
  read(document: JsonDocument, toError: (fault: ValidationError, request: Dto) => Error): Dto {
    return this.readFast(document) ?? this.readWithValidator(document, toError);
  }

  /** Undefined if a member is forbidden, duplicate, missing or invalid. */
  readFast(document: JsonDocument): Dto | undefined {
    const { outline, bytes } = document;
    const request = new this.dto();
    let found = 0;
    const end = outline.endOf(ROOT);
    for (let entry = outline.firstIn(ROOT); entry < end; entry = outline.endOf(entry)) {
      const index = this.names.find(bytes, outline.keyStart(entry), outline.keyEnd(entry));
      if (index === -1) continue;
      const member = this.members[index];
      if (member === undefined || (found & (1 << index)) !== 0) return undefined;
      found |= 1 << index;
      const value = member.read(document, entry);
      (request as Record<string, unknown>)[member.name] = value;
      if (!member.isValid(value, request)) return undefined;
    }
    return (found & this.required) === this.required ? request : undefined;
  }

  /** Throws the first validation error. */
  readWithValidator(document: JsonDocument, toError: (fault: ValidationError, request: Dto) => Error): Dto {
    refuseRoutingFields(document.members.map(({ key }) => key));
    const request = new this.dto();
    for (const { name, read } of this.members) {
      const entry = document.member(name)?.entry;
      if (entry !== undefined) (request as Record<string, unknown>)[name] = read(document, entry);
    }
    const fault = findFault(request);
    if (fault) throw toError(fault, request);
    return request;
  }
}

export const readWhole: ReadMember = (document, entry) => document.valueAt(entry);

/** For a member that may be long: only its kind. */
export const readKind: ReadMember = (document, entry) => {
  const kind = document.kindAt(entry);
  return kind === 'null' ? undefined : kind;
};

/** For an array of which only the length is checked: an empty array of the same length. */
export const readLength: ReadMember = (document, entry) => {
  if (document.kindAt(entry) !== 'array') return document.valueAt(entry);
  const list: unknown[] = [];
  list.length = document.outline.count(entry);
  return list;
};

/** For a text that may be long and is always valid: an empty string. */
export const readUnlessText: ReadMember = (document, entry) =>
  document.kindAt(entry) === 'string' ? '' : document.valueAt(entry);

/** The same reader for several members. */
export function readAll(names: readonly string[], read: ReadMember): Record<string, ReadMember> {
  return Object.fromEntries(names.map((name) => [name, read]));
}
