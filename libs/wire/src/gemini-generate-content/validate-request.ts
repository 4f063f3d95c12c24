import { GatewayError, MAX_MESSAGES } from '#canonical';
import { type JsonDocument, type JsonKind, type JsonMember, NO_ENTRY } from '#json-scan';
import { memberError } from '../validation/checked-members.js';
import { missing, wrongType, wrongValue } from '../validation/faults.js';
import { MODEL, findMemberFault, allowKinds, required } from '../validation/member-rules.js';
import { refuseRoutingFields } from '../validation/routing-fields.js';
import { camelCase } from './proto-object.js';

/** The service and its libraries accept one object instead of a list of one. */
const OBJECTS: readonly JsonKind[] = ['array', 'object'];
const LIST = allowKinds(OBJECTS, 'must be an array');
const OBJECT = allowKinds(['object'], 'must be an object');

/**
 * What is validated before a request is forwarded: the kinds of its members, whose contents are forwarded unchanged.
 */
const MEMBERS = Object.entries({
  contents: required(LIST.rules),
  systemInstruction: allowKinds(['object', 'string'], 'must be a content or a string'),
  generationConfig: OBJECT,
  tools: LIST,
  toolConfig: OBJECT,
  safetySettings: LIST,
  cachedContent: allowKinds(['string'], 'must be a string'),
});

/** Validates a request that is forwarded. The model is in the URL. Returns it. */
export function validateRequest(document: JsonDocument, model: string | undefined): { model: string } {
  refuseRoutingFields(document.members.map(({ key }) => key));
  const members = getMembersByField(document);
  if (model === undefined) throw missing('model');
  const modelFault = findMemberFault(MODEL, model);
  if (modelFault !== undefined) throw memberError('model', modelFault);
  for (const [field, rules] of MEMBERS) {
    const member = members.get(field);
    const kind = member && document.kind(member);
    const fault = findMemberFault(rules, kind === 'null' ? undefined : kind);
    if (fault !== undefined) throw memberError(member?.key ?? field, fault);
  }
  const contents = members.get('contents');
  if (contents?.entry !== undefined) checkContents(document, contents.key, contents.entry);
  return { model };
}

/** A member has two spellings but must occur only once, because two readers could each use another. */
function getMembersByField(document: JsonDocument): Map<string, JsonMember> {
  const members = new Map<string, JsonMember>();
  for (const member of document.members) {
    const field = camelCase(member.key);
    if (members.has(field)) {
      throw new GatewayError('invalid-value', `"${member.key}" occurs more than once.`, {
        param: member.key,
        code: 'duplicate_key',
      });
    }
    members.set(field, member);
  }
  return members;
}

function checkContents(document: JsonDocument, key: string, contents: number): void {
  if (document.kindAt(contents) === 'object') {
    checkContent(document, key, contents);
    return;
  }
  const { outline } = document;
  const count = outline.count(contents);
  if (count === 0) throw wrongValue(key, 'must contain at least one content');
  if (count > MAX_MESSAGES) throw wrongValue(key, `must contain at most ${MAX_MESSAGES} contents`);
  const end = outline.endOf(contents);
  let index = 0;
  for (let content = outline.firstIn(contents); content < end; content = outline.endOf(content)) {
    if (document.kindAt(content) !== 'object') throw wrongType(`${key}[${index}]`, 'an object');
    checkContent(document, `${key}[${index}]`, content);
    index += 1;
  }
}

function checkContent(document: JsonDocument, path: string, content: number): void {
  const parts = document.outline.findMember(content, 'parts', document.bytes);
  const kind = parts === NO_ENTRY ? 'null' : document.kindAt(parts);
  if (kind !== 'null' && !OBJECTS.includes(kind)) throw wrongType(`${path}.parts`, 'an array');
}
