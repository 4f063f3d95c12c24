import { type JsonObject } from '#canonical';
import {
  type ByteEdit,
  isLargeJson,
  JsonDocument,
  type JsonMember,
  parseLargeJson,
  spliceBytes,
} from '#json-scan';
import { refuseRoutingFields } from '../validation/routing-fields.js';

/** A parsed body that can also be forwarded with few changes. */
export class JsonRequest {
  private constructor(
    private readonly document: JsonDocument,
    readonly json: JsonObject,
  ) {}

  static async read(body: Buffer): Promise<JsonRequest> {
    const document = JsonDocument.scan(body);
    refuseRoutingFields(document.members.map(({ key }) => key));
    // Throws if the member is a duplicate, because two parsers could each use another value.
    document.member('model');
    const json = isLargeJson(body)
      ? await parseLargeJson(body)
      : (JSON.parse(document.bytes.toString('utf8')) as JsonObject);
    return new JsonRequest(document, json);
  }

  /** Replaces the name of the model. All other bytes are unchanged. */
  retarget(upstreamModel: string): Buffer {
    return this.json['model'] === undefined ? this.document.bytes : this.edit({ model: upstreamModel });
  }

  /** Changes, adds or (if undefined) removes members. */
  edit(changes: Readonly<Record<string, string | undefined>>): Buffer {
    const edits = Object.entries(changes).flatMap(([key, value]) => this.getEdit(key, value));
    return spliceBytes(this.document.bytes, edits);
  }

  private getEdit(key: string, value: string | undefined): ByteEdit[] {
    const { document, json } = this;
    const member = document.member(key);
    if (value === undefined) return member === undefined ? [] : [buildRemoval(document, member)];
    if (json[key] === value) return [];
    const replacement = JSON.stringify(value);
    return [member === undefined ? buildAddition(document, key, replacement) : { ...member, replacement }];
  }
}

function buildAddition({ bytes, members }: JsonDocument, key: string, value: string): ByteEdit {
  const start = bytes.indexOf('{') + 1;
  const separator = members.length === 0 ? '' : ',';
  return { start, end: start, replacement: `${JSON.stringify(key)}:${value}${separator}` };
}

/** A member is removed with the comma before it, the first one with the comma after it. */
function buildRemoval({ bytes, members }: JsonDocument, member: JsonMember): ByteEdit {
  const index = members.findIndex(({ start }) => start === member.start);
  const previous = members[index - 1];
  if (previous !== undefined) return { start: previous.end, end: member.end, replacement: '' };
  const isOnly = members.length === 1;
  const end = isOnly ? member.end : bytes.indexOf(',', member.end) + 1;
  return { start: bytes.indexOf('{') + 1, end, replacement: '' };
}
