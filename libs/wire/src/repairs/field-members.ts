import { type RequestField } from '#canonical';
import { type WireFormatId } from '../format-ids.js';
import { type JsonDocument } from '../json-scan/json-document.js';
import { type WireFormat } from '../wire-format.js';

/** The names that lead to a member, from the outermost object on. */
export type MemberPath = readonly string[];

/** Members that say the same as the one that a field is usually called by, or go with it. */
const OTHER_MEMBERS: Partial<Record<WireFormatId, Partial<Record<RequestField, readonly string[]>>>> = {
  'openai-chat': {
    maxOutputTokens: ['max_tokens'],
    logprobs: ['top_logprobs'],
    reasoning: ['reasoning', 'thinking'],
    userId: ['safety_identifier'],
  },
  'openai-responses': { userId: ['safety_identifier'] },
  'anthropic-messages': { reasoning: ['output_config.effort'] },
  'gemini-generate-content': {
    logprobs: ['generationConfig.logprobs'],
    outputFormat: ['generationConfig.responseJsonSchema', 'generationConfig.responseSchema'],
  },
};

/** The members of a request that hold a field of the hub, as this document spells them. */
export function findMembers(
  document: JsonDocument,
  field: RequestField,
  { id, format }: { id: WireFormatId; format: WireFormat },
): MemberPath[] {
  const names = [format.ingress.fieldNames[field], ...(OTHER_MEMBERS[id]?.[field] ?? [])];
  return names.flatMap((name) =>
    listSpellings(name).filter((path) => readMember(document, path) !== undefined),
  );
}

/** Where a member stands, or would have to. */
export function locateMember(document: JsonDocument, name: string): MemberPath {
  const spellings = listSpellings(name);
  const isThere = (path: MemberPath): boolean => readMember(document, path) !== undefined;
  const [usual = []] = spellings;
  return spellings.find(isThere) ?? spellings.find(([root = '']) => isThere([root])) ?? usual;
}

/** Null counts as absent, here as in every format. */
export function readMember(document: JsonDocument, [root = '', inner]: MemberPath): unknown {
  const member = document.member(root);
  if (member === undefined) return undefined;
  if (inner === undefined) return document.value(member) ?? undefined;
  const span = document.kind(member) === 'object' ? document.memberOf(member, inner) : undefined;
  return span === undefined ? undefined : (document.value(span) ?? undefined);
}

/** Names in camelCase may be written in snake_case as well, each by itself. */
function listSpellings(name: string): MemberPath[] {
  return name
    .split('.')
    .map((one) => [...new Set([one, toSnakeCase(one)])])
    .reduce<string[][]>((paths, names) => paths.flatMap((path) => names.map((one) => [...path, one])), [[]]);
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
