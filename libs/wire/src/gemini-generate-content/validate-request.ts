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
import { GatewayError } from '#canonical';
import { type JsonDocument } from '../json-scan/json-document.js';
import { MAX_MESSAGES } from '../json-scan/json-limits.js';
import { type JsonMember } from '../json-scan/json-outline.js';
import { findMemberFault, withoutSubject } from '../validation/member-fault.js';
import { refuseRoutingFields } from '../validation/routing-fields.js';
import { camelCase } from './proto-object.js';
import { missing, wrongType, wrongValue } from '../validation/faults.js';

type JsonKind = 'object' | 'array' | 'string' | 'null' | 'other';

const AN_ARRAY = { message: 'must be an array' };
const AN_OBJECT = { message: 'must be an object' };

/** The members by their kinds; the model is no member of the body. */
const CHECKED_MEMBERS = [
  'contents',
  'systemInstruction',
  'generationConfig',
  'tools',
  'toolConfig',
  'safetySettings',
  'cachedContent',
] as const;

/** Checks what is checked of a request that is only forwarded. */
export function validateRequest(document: JsonDocument, model: string | undefined): GeminiRequestDto {
  refuseRoutingFields(document.members.map((member) => member.key));
  const members = membersByField(document);
  const request = Object.assign(new GeminiRequestDto(), { model });
  for (const field of CHECKED_MEMBERS) {
    const member = members.get(field);
    if (member && document.kind(member) !== 'null') request[field] = document.kind(member);
  }
  const fault = findMemberFault(request);
  if (fault) throw asGatewayError(fault, members.get(fault.property)?.key ?? fault.property);
  const contents = members.get('contents');
  if (contents) checkContents(document, contents);
  return request;
}

/** A member may be spelt in two ways, but given only once: two readers might each believe another. */
function membersByField(document: JsonDocument): Map<string, JsonMember> {
  const members = new Map<string, JsonMember>();
  for (const member of document.members) {
    const field = camelCase(member.key);
    if (members.has(field)) {
      throw new GatewayError('invalid-value', `"${member.key}" is given more than once.`, {
        param: member.key,
        code: 'duplicate_key',
      });
    }
    members.set(field, member);
  }
  return members;
}

function asGatewayError({ property, constraints = {} }: ValidationError, param: string): GatewayError {
  if ('isDefined' in constraints) return missing(param);
  const [explanation = 'is not valid'] = Object.values(constraints);
  const problem = withoutSubject(explanation, property);
  const kind = property === 'model' ? 'invalid-value' : 'invalid-type';
  return new GatewayError(kind, `"${param}" ${problem}.`, { param });
}

function checkContents(document: JsonDocument, contents: JsonMember): void {
  const count = document.count(contents);
  if (count === 0) throw wrongValue(contents.key, 'must hold at least one content');
  if (count > MAX_MESSAGES) throw wrongValue(contents.key, `must hold at most ${MAX_MESSAGES} contents`);
  for (const [index, element] of document.elements(contents).entries()) {
    const path = `${contents.key}[${index}]`;
    if (document.kind(element) !== 'object') throw wrongType(path, 'an object');
    const parts = document.memberOf(element, 'parts');
    if (parts && !['array', 'null'].includes(document.kind(parts)))
      throw wrongType(`${path}.parts`, 'an array');
  }
}

/**
 * The members of a request that are looked at before it is sent on: the model, which stands in the address, and of
 * what kind the others are. What is in them travels as it came.
 */
class GeminiRequestDto {
  @IsDefined()
  @IsString()
  @Length(1, 256)
  // oxlint-disable-next-line no-control-regex -- a model name goes into headers and log lines
  @Matches(/^[^\u0000-\u001f\u007f]*$/)
  model: string;

  @IsDefined()
  @Equals('array', AN_ARRAY)
  contents: JsonKind;

  @IsOptional()
  @IsIn(['object', 'string'], { message: 'must be a content or a string' })
  systemInstruction?: JsonKind;

  @IsOptional()
  @Equals('object', AN_OBJECT)
  generationConfig?: JsonKind;

  @IsOptional()
  @Equals('array', AN_ARRAY)
  tools?: JsonKind;

  @IsOptional()
  @Equals('object', AN_OBJECT)
  toolConfig?: JsonKind;

  @IsOptional()
  @Equals('array', AN_ARRAY)
  safetySettings?: JsonKind;

  @IsOptional()
  @Equals('string', { message: 'must be a string' })
  cachedContent?: JsonKind;
}
