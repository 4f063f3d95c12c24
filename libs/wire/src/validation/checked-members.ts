import { type ValidationError } from 'class-validator';
import { type JsonDocument } from '../json-scan/json-document.js';
import { ROOT } from '../json-scan/json-outline.js';
import { NameTable } from '../json-scan/name-table.js';
import { findFault } from './member-fault.js';
import { type MemberRules, compileRules, listProperties } from './member-rules.js';
import { ROUTING_FIELDS, refuseRoutingFields } from './routing-fields.js';

/** What a rule is given of a member: its value, or as much as tells whether it is right. */
export type ReadMember = (document: JsonDocument, entry: number) => unknown;

interface Member extends MemberRules {
  name: string;
  read: ReadMember;
}

/**
 * The members of a format's requests that are looked at before a request is sent on, and the class that describes them.
 * A request that is in order, as nearly all are, is read in one pass over the members it has. Any other is read once
 * more, member by member and with the validator, which know what to say about it.
 */
export class CheckedMembers<Dto extends object> {
  readonly members: readonly Member[];
  private readonly names: NameTable;
  private readonly required: number;

  /** `readers` by name, in the order in which members that are given twice are told. */
  constructor(
    private readonly dto: new () => Dto,
    readers: Readonly<Record<string, ReadMember>>,
  ) {
    this.members = Object.entries(readers).map(([name, read]) => {
      const { isRequired, isKept } = compileRules(dto, name);
      return { name, read, isRequired, isKept };
    });
    const unread = listProperties(dto).find((name) => !Object.hasOwn(readers, name));
    if (unread !== undefined) throw new Error(`"${unread}" has rules, and nothing reads it`);
    if (this.members.length > 31) throw new RangeError('the members have to fit into the bits of a number');
    this.names = new NameTable([...this.members.map(({ name }) => name), ...ROUTING_FIELDS]);
    this.required = this.members.reduce((bits, { isRequired }, index) => bits | (+isRequired << index), 0);
  }

  /** `explain` makes an error of the first fault. */
  read(document: JsonDocument, explain: (fault: ValidationError, request: Dto) => Error): Dto {
    return this.readOrdered(document) ?? this.readClosely(document, explain);
  }

  /** Undefined where a member is refused, given twice, missing or wrong. */
  readOrdered(document: JsonDocument): Dto | undefined {
    const { outline, bytes } = document;
    const request = new this.dto();
    let seen = 0;
    const end = outline.endOf(ROOT);
    for (let entry = outline.firstIn(ROOT); entry < end; entry = outline.endOf(entry)) {
      const index = this.names.find(bytes, outline.keyStart(entry), outline.keyEnd(entry));
      if (index === -1) continue;
      const member = this.members[index];
      if (member === undefined || (seen & (1 << index)) !== 0) return undefined;
      seen |= 1 << index;
      const value = member.read(document, entry);
      (request as Record<string, unknown>)[member.name] = value;
      if (!member.isKept(value, request)) return undefined;
    }
    return (seen & this.required) === this.required ? request : undefined;
  }

  /** Throws what is wrong with the first member that is not in order. */
  readClosely(document: JsonDocument, explain: (fault: ValidationError, request: Dto) => Error): Dto {
    refuseRoutingFields(document.members.map(({ key }) => key));
    const request = new this.dto();
    for (const { name, read } of this.members) {
      const entry = document.member(name)?.entry;
      if (entry !== undefined) (request as Record<string, unknown>)[name] = read(document, entry);
    }
    const fault = findFault(request);
    if (fault) throw explain(fault, request);
    return request;
  }
}

export const readWhole: ReadMember = (document, entry) => document.valueAt(entry);

/** For a member that may be long: what kind of JSON it is, and no more. */
export const readKind: ReadMember = (document, entry) => {
  const kind = document.kindAt(entry);
  return kind === 'null' ? undefined : kind;
};

/** For a list of which only the length is checked: as long, and empty. */
export const readLength: ReadMember = (document, entry) => {
  if (document.kindAt(entry) !== 'array') return document.valueAt(entry);
  const list: unknown[] = [];
  list.length = document.outline.count(entry);
  return list;
};

/** For a text that may be long, where any is right: an empty one. */
export const readUnlessText: ReadMember = (document, entry) =>
  document.kindAt(entry) === 'string' ? '' : document.valueAt(entry);

/** The same reader for each of several members. */
export function readAll(names: readonly string[], read: ReadMember): Record<string, ReadMember> {
  return Object.fromEntries(names.map((name) => [name, read]));
}
