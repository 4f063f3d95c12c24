import { type JsonObject } from '#canonical';
import {
  type ByteEdit,
  editEntries,
  JsonDocument,
  type JsonEntry,
  type JsonSpan,
  scanAhead,
  spliceBytes,
} from '#json-scan';
import { fitUserId } from '../user-id.js';
import { type LostParameter } from '../wire-format.js';
import { MemberChanges, editDocument, editObject } from './edit-members.js';

/** Changes of the members of an object. */
export interface ObjectChange {
  /** Members to remove without a warning, because the service has them in another position. */
  readonly without?: readonly string[];
  /** Members that the service refuses, with the reason for the client. */
  readonly lost?: Readonly<Record<string, string>>;
  /** Members that have another name at the service. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Members to add if the object lacks them. */
  readonly add?: JsonObject;
  /** Members to add if the object has a certain other member, by the name of that member. */
  readonly addBeside?: Readonly<Record<string, JsonObject>>;
  /** Values that the service has other names for, by member. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The maximum length of user identifiers, by member. Longer ones are replaced by a digest. */
  readonly userIds?: Readonly<Record<string, number>>;
  /** Changes for every object in a list, by the name of the list. */
  readonly each?: Readonly<Record<string, ObjectChange>>;
}

/** Changes of a request body for a service that deviates from its format. */
export interface RequestChange extends ObjectChange {
  /** A member that contains the whole request; everything around it is removed. */
  readonly unwrap?: string;
  /** Client headers whose values the service expects as a list in the body: the header's name, and the member's. */
  readonly fromHeaders?: Readonly<Record<string, string>>;
}

/** Applies the changes. All other bytes are unchanged. */
export async function changeRequest(body: Buffer, change: RequestChange): Promise<Buffer> {
  const { unwrap, ...rest } = change;
  await scanAhead(body);
  const document = JsonDocument.scan(body);
  const inner = unwrap === undefined ? undefined : document.member(unwrap);
  if (inner !== undefined) return changeRequest(body.subarray(inner.start, inner.end), rest);
  const changes = planChanges(change, (name) => {
    const member = document.member(name);
    return member && { value: () => document.value(member) };
  });
  const lists = Object.entries(change.each ?? {});
  const edits = [
    ...editDocument(document, changes),
    ...lists.flatMap(([name, each]) => editList(document, document.member(name), each)),
  ];
  return spliceBytes(document.bytes, edits);
}

/** The parameters of the request that are not sent to the service, with the reasons. */
export function listLost({ document }: { document: JsonDocument }, change: RequestChange): LostParameter[] {
  const lost = Object.entries(change.lost ?? {});
  return lost
    .filter(([param]) => document.member(param) !== undefined)
    .map(([param, reason]) => ({ param, reason }));
}

/** Finds a member of an object. */
type FindMember = (name: string) => { value: () => unknown } | undefined;

function planChanges(change: ObjectChange, find: FindMember): MemberChanges {
  const changes = new MemberChanges();
  for (const name of [...(change.without ?? []), ...Object.keys(change.lost ?? {})]) {
    changes.set([name], undefined);
  }
  for (const [from, to] of Object.entries(change.rename ?? {})) {
    if (find(to) !== undefined) changes.set([from], undefined);
    else changes.rename(from, to);
  }
  for (const [name, text] of listReplacedTexts(change, find)) changes.set([name], text);
  const beside = Object.entries(change.addBeside ?? {}).filter(([name]) => find(name) !== undefined);
  for (const added of [change.add ?? {}, ...beside.map(([, members]) => members)]) {
    for (const [name, value] of Object.entries(added)) {
      if (find(name) === undefined) changes.set([name], value);
    }
  }
  return changes;
}

/** Replacements for values that the service does not accept. */
function listReplacedTexts({ words = {}, userIds = {} }: ObjectChange, find: FindMember): [string, string][] {
  const replaced = Object.entries(words).map(([name, others]): [string, string | undefined] => {
    const word = readText(find(name));
    return [name, word !== undefined && Object.hasOwn(others, word) ? others[word] : undefined];
  });
  const shortened = Object.entries(userIds).map(([name, length]): [string, string | undefined] => {
    const userId = readText(find(name));
    return [name, userId !== undefined && userId.length > length ? fitUserId(userId, length) : undefined];
  });
  return [...replaced, ...shortened].filter((one): one is [string, string] => one[1] !== undefined);
}

function readText(member: ReturnType<FindMember>): string | undefined {
  const text = member?.value();
  return typeof text === 'string' ? text : undefined;
}

function editList(
  document: JsonDocument,
  list: JsonSpan | undefined,
  change: ObjectChange,
): readonly ByteEdit[] {
  if (list === undefined || document.kind(list) !== 'array') return [];
  const edits = editEntries(document, list, (entry) => editElement(document, entry, change));
  return edits === 'remove' ? [] : edits;
}

function editElement(document: JsonDocument, entry: JsonEntry, change: ObjectChange): readonly ByteEdit[] {
  if (document.kind(entry) !== 'object') return [];
  const members = new Map(document.entries(entry).map((member) => [member.key, member]));
  const changes = planChanges(change, (name) => {
    const member = members.get(name);
    return member && { value: () => document.value(member) };
  });
  const edits = editObject(document, entry, changes);
  if (edits === 'remove') return [{ start: entry.start, end: entry.end, replacement: '{}' }];
  const lists = Object.entries(change.each ?? {});
  return [...edits, ...lists.flatMap(([name, each]) => editList(document, members.get(name), each))];
}
