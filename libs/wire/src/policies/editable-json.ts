import { GatewayError, type JsonObject, type JsonValue } from '#canonical';
import { JsonDocument } from '../json-scan/json-document.js';
import { type JsonSpan } from '../json-scan/json-outline.js';
import { type ByteEdit, spliceBytes } from '../json-scan/splice-bytes.js';
import { isObject } from './change.js';
import { findRepeatedKey } from './repeated-key.js';

/**
 * A document that is read as a whole and changed in a few places. What has not changed keeps its bytes, down to
 * spaces, escapes and numbers that a JavaScript number cannot hold.
 */
export class EditableJson {
  private constructor(
    private readonly document: JsonDocument,
    readonly json: JsonObject,
  ) {}

  /** Refuses a key that is given twice in one object: the upstream might believe the one that was not looked at. */
  static read(bytes: Buffer): EditableJson {
    const document = JsonDocument.scan(bytes);
    const repeated = findRepeatedKey(document.bytes);
    if (repeated !== undefined) {
      throw new GatewayError('invalid-value', `"${repeated}" is given more than once in one object.`, {
        param: repeated,
        code: 'duplicate_key',
      });
    }
    return new EditableJson(document, JSON.parse(document.bytes.toString('utf8')) as JsonObject);
  }

  /** The bytes of a version of `json` in which members and elements were changed or members added. */
  withChanges(changed: JsonObject): Buffer {
    const { bytes } = this.document;
    const whole = { start: bytes.indexOf('{'), end: bytes.lastIndexOf('}') + 1 };
    return spliceBytes(bytes, this.getEdits(whole, this.json, changed));
  }

  private getEdits(span: JsonSpan, before: JsonValue, after: JsonValue): ByteEdit[] {
    if (before === after) return [];
    if (isObject(before) && isObject(after)) return this.getObjectEdits(span, before, after);
    if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
      const elements = this.document.elements(span);
      return elements.flatMap((element, index) =>
        this.getEdits(element, before[index] ?? null, after[index] ?? null),
      );
    }
    return [{ start: span.start, end: span.end, replacement: JSON.stringify(after) }];
  }

  private getObjectEdits(span: JsonSpan, before: JsonObject, after: JsonObject): ByteEdit[] {
    const members = this.document.getMembers(span);
    const edits = members.flatMap((member) =>
      this.getEdits(member, before[member.key] ?? null, after[member.key] ?? null),
    );
    const added = Object.entries(after).filter(([key]) => !Object.hasOwn(before, key));
    if (added.length === 0) return edits;
    const texts = added.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    const end = span.end - 1;
    const separator = members.length === 0 ? '' : ',';
    return [...edits, { start: end, end, replacement: separator + texts.join(',') }];
  }
}
