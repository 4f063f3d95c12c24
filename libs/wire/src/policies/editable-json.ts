import { GatewayError, isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { type ByteEdit, JsonDocument, type JsonSpan, spliceBytes } from '#json-scan';

const QUOTE = 0x22;

const COLON = 0x3a;

const BACKSLASH = 0x5c;

const OPEN_OBJECT = 0x7b;

const CLOSE_OBJECT = 0x7d;

/**
 * A document that is parsed as a whole and changed in a few positions. Everything else keeps its bytes, including
 * white space, escapes, and numbers that JavaScript cannot represent.
 */
export class EditableJson {
  private constructor(
    private readonly document: JsonDocument,
    readonly json: JsonObject,
  ) {}

  /** Refuses duplicate keys in any object, because the upstream could use the one that was not checked. */
  static read(bytes: Buffer): EditableJson {
    const document = JsonDocument.scan(bytes);
    const repeated = findRepeatedKey(document.bytes);
    if (repeated !== undefined) {
      throw new GatewayError('invalid-value', `"${repeated}" occurs more than once in an object.`, {
        param: repeated,
        code: 'duplicate_key',
      });
    }
    return new EditableJson(document, JSON.parse(document.bytes.toString('utf8')) as JsonObject);
  }

  /** Encodes a changed version of `json`. Members and elements may be changed, and members added. */
  withChanges(changed: JsonObject): Buffer {
    const { bytes } = this.document;
    const whole = { start: bytes.indexOf('{'), end: bytes.lastIndexOf('}') + 1 };
    return spliceBytes(bytes, this.getEdits(whole, this.json, changed));
  }

  private getEdits(span: JsonSpan, before: JsonValue, after: JsonValue): ByteEdit[] {
    if (before === after) return [];
    if (isJsonObject(before) && isJsonObject(after)) return this.getObjectEdits(span, before, after);
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

/** Finds a key that occurs twice in one object. The text must be valid JSON. */
function findRepeatedKey(json: Buffer): string | undefined {
  const open: Set<string>[] = [];
  for (let position = 0; position < json.length; position += 1) {
    const byte = json[position];
    if (byte === OPEN_OBJECT) open.push(new Set());
    else if (byte === CLOSE_OBJECT) open.pop();
    else if (byte === QUOTE) {
      const end = findEndOfString(json, position);
      if (isBeforeColon(json, end)) {
        const key = JSON.parse(json.toString('utf8', position, end)) as string;
        const keys = open.at(-1);
        if (keys?.has(key)) return key;
        keys?.add(key);
      }
      position = end - 1;
    }
  }
  return undefined;
}

/** The position after the closing quote. */
function findEndOfString(json: Buffer, start: number): number {
  let end = json.indexOf(QUOTE, start + 1);
  while (isEscaped(json, end)) end = json.indexOf(QUOTE, end + 1);
  return end + 1;
}

function isEscaped(json: Buffer, position: number): boolean {
  let backslashes = 0;
  while (json[position - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Only keys are followed by a colon. */
function isBeforeColon(json: Buffer, position: number): boolean {
  let next = position;
  while ((json[next] ?? COLON) <= 0x20) next += 1;
  return json[next] === COLON;
}
