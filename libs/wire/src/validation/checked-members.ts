import { GatewayError } from '#canonical';
import { type JsonDocument, NameTable, ROOT } from '#json-scan';
import { type MemberFault, type MemberRules, findMemberFault } from './member-rules.js';
import { ROUTING_FIELDS, refuseRoutingFields } from './routing-fields.js';

export type MemberTable = Readonly<Record<string, MemberRules>>;

interface Member extends MemberRules {
  name: string;
}

/**
 * The members of a format's requests that are validated before a request is forwarded. All others, known or not, are
 * forwarded unchanged. A valid request is read in one pass over its members. An invalid one is read again, in the order
 * of the table, to find the error that is reported.
 */
export class CheckedMembers<Request extends object> {
  readonly members: readonly Member[];
  private readonly names: NameTable;
  private readonly required: number;
  private readonly absent: Readonly<Record<string, undefined>>;

  constructor(table: MemberTable) {
    this.members = Object.entries(table).map(([name, rules]) => ({ name, ...rules }));
    if (this.members.length > 31) throw new RangeError('the format has more than 31 checked members');
    this.names = new NameTable([...Object.keys(table), ...ROUTING_FIELDS]);
    this.required = this.members.reduce((bits, { isRequired }, index) => bits | (+isRequired << index), 0);
    this.absent = Object.fromEntries(this.members.map(({ name }) => [name, undefined]));
  }

  /** Throws a GatewayError for the first member that is forbidden, duplicate, missing or invalid. */
  read(document: JsonDocument): Request {
    return this.readFast(document) ?? this.readWithErrors(document);
  }

  /** Undefined if a member is forbidden, duplicate, missing or invalid. */
  readFast(document: JsonDocument): Request | undefined {
    const { outline, bytes } = document;
    const request: Record<string, unknown> = { ...this.absent };
    let found = 0;
    const end = outline.endOf(ROOT);
    for (let entry = outline.firstIn(ROOT); entry < end; entry = outline.endOf(entry)) {
      const index = this.names.find(bytes, outline.keyStart(entry), outline.keyEnd(entry));
      if (index === -1) continue;
      const member = this.members[index];
      if (member === undefined || (found & (1 << index)) !== 0) return undefined;
      found |= 1 << index;
      const value = member.read(document, entry);
      if (!isValid(member, value)) return undefined;
      request[member.name] = value;
    }
    return (found & this.required) === this.required ? (request as Request) : undefined;
  }

  readWithErrors(document: JsonDocument): Request {
    refuseRoutingFields(document.members.map(({ key }) => key));
    const request: Record<string, unknown> = { ...this.absent };
    for (const { name, read } of this.members) {
      const entry = document.member(name)?.entry;
      if (entry !== undefined) request[name] = read(document, entry);
    }
    for (const member of this.members) {
      const fault = findMemberFault(member, request[member.name]);
      if (fault !== undefined) throw memberError(member.name, fault);
    }
    return request as Request;
  }
}

function isValid({ isRequired, rules }: MemberRules, value: unknown): boolean {
  if (value == null) return !isRequired;
  for (const rule of rules) if (!rule.isValid(value)) return false;
  return true;
}

export function memberError(name: string, { kind, param = name, problem }: MemberFault): GatewayError {
  return new GatewayError(kind, `"${param}" ${problem}.`, { param });
}
