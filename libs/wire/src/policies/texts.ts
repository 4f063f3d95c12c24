import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { changeElements, changeMembers } from './change.js';
import { EditableJson } from './editable-json.js';

type MapPlain = (text: string) => string;

const MIN_BLOB_LENGTH = 256;

/** Members of items that services generate and that must come back unchanged. */
const OPAQUE_KEYS = new Set([
  'type',
  'id',
  'role',
  'name',
  'status',
  'model',
  'url',
  'uri',
  'source',
  'data',
  'result',
  'signature',
  'encrypted_content',
  'encrypted_index',
  'media_type',
  'mime_type',
  'image_url',
  'file_url',
  'file_data',
]);
const IDENTIFIER = /(^|_)ids?$|Ids?$/;

/** Maps a string; other values are unchanged. */
export function mapString(value: JsonValue, map: MapPlain): JsonValue {
  return typeof value === 'string' ? map(value) : value;
}

/** Maps a string or a list of strings. */
export function mapStrings(value: JsonValue, map: MapPlain): JsonValue {
  if (!Array.isArray(value)) return mapString(value, map);
  return changeElements(value, (element) => mapString(element, map));
}

/** Maps every text in data of the client, such as tool arguments, under any key. */
export function mapData(value: JsonValue, map: MapPlain): JsonValue {
  return mapWithin(value, map, (member) => mapData(member, map));
}

/** Maps every text in an item of the service, except for identifiers, URLs and opaque values. */
export function mapItem(value: JsonValue, map: MapPlain): JsonValue {
  return mapWithin(value, map, (member, key) => {
    if (key === undefined) return mapItem(member, map);
    if (OPAQUE_KEYS.has(key) || IDENTIFIER.test(key)) return member;
    return key === 'arguments' ? mapString(member, (text) => mapJsonText(text, map)) : mapItem(member, map);
  });
}

/** Maps every text in a JSON object. Other text is mapped as a whole. */
export function mapJsonText(text: string, map: MapPlain): string {
  const document = readObject(text);
  if (document === undefined) return map(text);
  const mapped = mapData(document.json, map) as JsonObject;
  return mapped === document.json ? text : document.withChanges(mapped).toString('utf8');
}

/** Maps a string, or applies `mapMember` to each element or member. */
function mapWithin(
  value: JsonValue,
  map: MapPlain,
  mapMember: (member: JsonValue, key?: string) => JsonValue,
): JsonValue {
  if (typeof value === 'string') return isBlob(value) ? value : map(value);
  if (Array.isArray(value)) return changeElements(value, (element) => mapMember(element));
  return isJsonObject(value) ? changeMembers(value, mapMember) : value;
}

function isBlob(text: string): boolean {
  if (/^data:[^,]{0,200};base64,/i.test(text)) return true;
  return text.length >= MIN_BLOB_LENGTH && /^[A-Za-z0-9+/_-]+={0,2}$/.test(text);
}

function readObject(text: string): EditableJson | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return EditableJson.read(Buffer.from(text, 'utf8'));
  } catch {
    return undefined;
  }
}
