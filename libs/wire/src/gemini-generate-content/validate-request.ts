import {
  Equals,
  IsDefined,
  IsIn,
  IsOptional,
  IsString,
  Length,
  Matches,
  type ValidationError,
} from 'class-validator';
import { GatewayError, MAX_MESSAGES } from '#canonical';
import { type JsonDocument, type JsonKind, type JsonMember, NO_ENTRY } from '#json-scan';
import { findFault, withoutSubject } from '../validation/member-fault.js';
import { ClassRules } from '../validation/member-rules.js';
import { refuseRoutingFields } from '../validation/routing-fields.js';
import { camelCase } from './proto-object.js';
import { missing, wrongType, wrongValue } from '../validation/faults.js';

/** The service and its libraries accept one object instead of a list of one. */
const OBJECTS: readonly JsonKind[] = ['array', 'object'];
const AN_ARRAY = { message: 'must be an array' };
const AN_OBJECT = { message: 'must be an object' };

/** The members whose kind is checked. The model is not in the body. */
const CHECKED_MEMBERS = [
  'contents',
  'systemInstruction',
  'generationConfig',
  'tools',
  'toolConfig',
  'safetySettings',
  'cachedContent',
] as const;

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

function toGatewayError({ property, constraints = {} }: ValidationError, param: string): GatewayError {
  if ('isDefined' in constraints) return missing(param);
  const [explanation = 'is not valid'] = Object.values(constraints);
  const problem = withoutSubject(explanation, property);
  const kind = property === 'model' ? 'invalid-value' : 'invalid-type';
  return new GatewayError(kind, `"${param}" ${problem}.`, { param });
}

/**
 * The fields that are validated before a request is forwarded: the model from the URL, and the kinds of the members.
 * Their contents are forwarded unchanged.
 */
class GeminiRequestDto {
  @IsDefined()
  @IsString()
  @Length(1, 256)
  // oxlint-disable-next-line no-control-regex -- a model name goes into headers and log lines
  @Matches(/^[^\u0000-\u001f\u007f]*$/)
  model: string;

  @IsDefined()
  @IsIn(OBJECTS, AN_ARRAY)
  contents: JsonKind;

  @IsOptional()
  @IsIn(['object', 'string'], { message: 'must be a content or a string' })
  systemInstruction?: JsonKind;

  @IsOptional()
  @Equals('object', AN_OBJECT)
  generationConfig?: JsonKind;

  @IsOptional()
  @IsIn(OBJECTS, AN_ARRAY)
  tools?: JsonKind;

  @IsOptional()
  @Equals('object', AN_OBJECT)
  toolConfig?: JsonKind;

  @IsOptional()
  @IsIn(OBJECTS, AN_ARRAY)
  safetySettings?: JsonKind;

  @IsOptional()
  @Equals('string', { message: 'must be a string' })
  cachedContent?: JsonKind;
}

const RULES = new ClassRules(GeminiRequestDto, ['model', ...CHECKED_MEMBERS]);

/** Validates a request that is forwarded. */
export function validateRequest(document: JsonDocument, model: string | undefined): GeminiRequestDto {
  refuseRoutingFields(document.members.map(({ key }) => key));
  const members = getMembersByField(document);
  const request = Object.assign(new GeminiRequestDto(), { model });
  for (const field of CHECKED_MEMBERS) {
    const member = members.get(field);
    if (member && document.kind(member) !== 'null') request[field] = document.kind(member);
  }
  const fault = RULES.isValid(request) ? undefined : findFault(request);
  if (fault) throw toGatewayError(fault, members.get(fault.property)?.key ?? fault.property);
  const contents = members.get('contents');
  if (contents?.entry !== undefined) checkContents(document, contents.key, contents.entry);
  return request;
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
