import { isUtf8 } from 'node:buffer';
import { GatewayError } from '#canonical';
import { JsonScanner, type JsonMember, type JsonSpan } from './json-scanner.js';
import { JsonSyntaxError } from './json-syntax-error.js';

/** A JSON object that is mostly forwarded: its top-level members are known, their values parsed on request. */
export class JsonDocument {
  private constructor(
    readonly bytes: Buffer,
    readonly members: readonly JsonMember[],
    private readonly scanner: JsonScanner,
  ) {}

  static scan(body: Buffer): JsonDocument {
    const bytes = withoutByteOrderMark(body);
    if (bytes.length === 0)
      throw new GatewayError('invalid-json', 'The request body is empty; a JSON object is expected.');
    if (!isUtf8(bytes)) throw new GatewayError('invalid-json', 'The request body is not valid UTF-8.');
    const scanner = new JsonScanner(bytes);
    try {
      return new JsonDocument(bytes, scanner.scanDocument(), scanner);
    } catch (error) {
      if (error instanceof JsonSyntaxError) {
        throw new GatewayError('invalid-json', `The request body is not a JSON object: ${error.message}.`);
      }
      throw error;
    }
  }

  /** The member's place, or undefined. A repeated one is refused: two parsers might each believe another. */
  member(key: string): JsonMember | undefined {
    const found = this.members.filter((member) => member.key === key);
    if (found.length > 1) {
      throw new GatewayError('invalid-value', `"${key}" is given more than once.`, {
        param: key,
        code: 'duplicate_key',
      });
    }
    return found[0];
  }

  value(span: JsonSpan): unknown {
    return JSON.parse(this.bytes.toString('utf8', span.start, span.end));
  }

  kind(span: JsonSpan): 'object' | 'array' | 'string' | 'null' | 'other' {
    switch (this.bytes[span.start]) {
      case 0x7b:
        return 'object';
      case 0x5b:
        return 'array';
      case 0x22:
        return 'string';
      case 0x6e:
        return 'null';
      default:
        return 'other';
    }
  }

  elements(array: JsonSpan): JsonSpan[] {
    return this.scanner.scanArrayAt(array);
  }

  membersOf(object: JsonSpan): JsonMember[] {
    return this.scanner.scanObjectAt(object);
  }
}

function withoutByteOrderMark(body: Buffer): Buffer {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}
