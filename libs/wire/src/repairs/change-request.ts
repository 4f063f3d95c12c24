import { type JsonObject } from '#canonical';
import { editEntries } from '../json-scan/edit-entries.js';
import { JsonDocument, scanAhead } from '../json-scan/json-document.js';
import { type JsonEntry, type JsonSpan } from '../json-scan/json-outline.js';
import { type ByteEdit, spliceBytes } from '../json-scan/splice-bytes.js';
import { fitUserId } from '../user-id.js';
import { type LostParameter } from '../wire-format.js';
import { MemberChanges, editDocument, editObject } from './edit-members.js';

/** What becomes of the members of one object. */
export interface ObjectChange {
  /** Members that stand elsewhere at this service, so that nothing is lost without them. */
  readonly without?: readonly string[];
  /** Members that the service refuses, each with the reason that clients are told. */
  readonly lost?: Readonly<Record<string, string>>;
  /** Members that the service knows by another name. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Members that the service wants, for objects that have none of the name. */
  readonly add?: JsonObject;
  /** The same for objects that have another member, by its name. */
  readonly addBeside?: Readonly<Record<string, JsonObject>>;
  /** Words that the service knows by another, by the name of the member that they are the value of. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** How many characters of a name for a user the service takes; a digest stands in the place of a longer one. */
  readonly userIds?: Readonly<Record<string, number>>;
  /** For every object in a list, by the name of the list. */
  readonly each?: Readonly<Record<string, ObjectChange>>;
}

/** What a service wants otherwise in the body of a request, though it speaks the format. */
export interface RequestChange extends ObjectChange {
  /** The member that is the whole request; what stands around it is left away. */
  readonly unwrap?: string;
  /** Headers of the client that the service reads as a list in the body: the header's name, and the member's. */
  readonly fromHeaders?: Readonly<Record<string, string>>;
}

/** The body as the service wants it; every byte that is not concerned stays as it is. */
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

/** The members of a request that the service is not sent, with the reasons. */
export function listLost({ document }: { document: JsonDocument }, change: RequestChange): LostParameter[] {
  const lost = Object.entries(change.lost ?? {});
  return lost
    .filter(([param]) => document.member(param) !== undefined)
    .map(([param, reason]) => ({ param, reason }));
}

/** A member of an object, where there is one. */
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
  for (const [name, text] of listOtherTexts(change, find)) changes.set([name], text);
  const beside = Object.entries(change.addBeside ?? {}).filter(([name]) => find(name) !== undefined);
  for (const added of [change.add ?? {}, ...beside.map(([, members]) => members)]) {
    for (const [name, value] of Object.entries(added)) {
      if (find(name) === undefined) changes.set([name], value);
    }
  }
  return changes;
}

/** What stands in the place of texts that the service does not know or take. */
function listOtherTexts({ words = {}, userIds = {} }: ObjectChange, find: FindMember): [string, string][] {
  const known = Object.entries(words).map(([name, others]): [string, string | undefined] => {
    const word = readText(find(name));
    return [name, word !== undefined && Object.hasOwn(others, word) ? others[word] : undefined];
  });
  const fitted = Object.entries(userIds).map(([name, length]): [string, string | undefined] => {
    const userId = readText(find(name));
    return [name, userId !== undefined && userId.length > length ? fitUserId(userId, length) : undefined];
  });
  return [...known, ...fitted].filter((one): one is [string, string] => one[1] !== undefined);
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
