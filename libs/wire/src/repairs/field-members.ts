import { type RequestField } from '#canonical';
import { type JsonDocument } from '#json-scan';
import { type WireFormatId } from '../format-ids.js';
import { type WireFormat } from '../wire-format.js';

/** The names of the nested members, from the outermost object. */
export type MemberPath = readonly string[];

/** Further members for a field, besides the one in `fieldNames`. */
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

/** The members of a request for a canonical field, in the document's spelling. */
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

/** The path of a member in the document's spelling, or the default path if the document lacks it. */
export function findMemberPath(document: JsonDocument, name: string): MemberPath {
  const spellings = listSpellings(name);
  const hasMember = (path: MemberPath): boolean => readMember(document, path) !== undefined;
  const [defaultPath = []] = spellings;
  return spellings.find(hasMember) ?? spellings.find(([root = '']) => hasMember([root])) ?? defaultPath;
}

/** Null counts as absent, as in every format. */
export function readMember(document: JsonDocument, [root = '', inner]: MemberPath): unknown {
  const member = document.member(root);
  if (member === undefined) return undefined;
  if (inner === undefined) return document.value(member) ?? undefined;
  const span = document.kind(member) === 'object' ? document.memberOf(member, inner) : undefined;
  return span === undefined ? undefined : (document.value(span) ?? undefined);
}

/** Each name in camelCase may also be in snake_case. */
function listSpellings(name: string): MemberPath[] {
  return name
    .split('.')
    .map((one) => [...new Set([one, toSnakeCase(one)])])
    .reduce<string[][]>((paths, names) => paths.flatMap((path) => names.map((one) => [...path, one])), [[]]);
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
