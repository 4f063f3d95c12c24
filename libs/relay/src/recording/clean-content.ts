import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type JsonObject, type JsonValue } from '#canonical';
import { sniffMediaType } from '#media';

const MAX_DEPTH = 64;
/** After this many characters, other work of the event loop runs. */
const CHARACTERS_PER_SLICE = 128 * 1024;
/** Shorter strings may be words, hashes or ids. */
const MIN_MEDIA_LENGTH = 512;
const SAMPLE_LENGTH = 1024;
const HIDDEN = '[hidden]';

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const DATA_URL = /data:([\w.+-]{1,60}\/[\w.+-]{1,60})(?:;[\w.=-]{1,60}){0,4};base64,([A-Za-z0-9+/_=-]+)/g;
/** API keys of this gateway and of providers, wherever they occur in a text. */
const KEYS = /\b(?:sk-|mgat_|AIza)[\w-]{16,}/g;

/** Members whose value is a credential, such as that of a tool server. */
const SECRETS: ReadonlySet<string> = new Set([
  'authorization',
  'authorization_token',
  'api_key',
  'apikey',
  'x-api-key',
  'access_token',
  'client_secret',
  'password',
]);
const TYPE_MEMBERS = ['media_type', 'mimeType', 'mime_type', 'format', 'output_format'] as const;

/**
 * Removes what must not be recorded: media are replaced by their type and size, keys and passwords are hidden, and
 * every text is passed to `redact`.
 */
export async function cleanContent(value: JsonValue, redact: (text: string) => string): Promise<JsonValue> {
  const cleaner = new Cleaner(redact);
  if (!isObject(value)) return cleaner.clean(value, '', 0);
  const cleaned: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    cleaned[key] = Array.isArray(member)
      ? await cleaner.cleanList(member, key)
      : cleaner.clean(member, key, 1, value);
    await cleaner.yieldIfDue();
  }
  return cleaned;
}

class Cleaner {
  private seenCharacters = 0;

  constructor(private readonly redact: (text: string) => string) {}

  async yieldIfDue(): Promise<void> {
    if (this.seenCharacters < CHARACTERS_PER_SLICE) return;
    this.seenCharacters = 0;
    await yieldToEventLoop();
  }

  /** For lists that may be long, such as messages, documents and events. */
  async cleanList(list: readonly JsonValue[], key: string): Promise<JsonValue[]> {
    const cleaned: JsonValue[] = [];
    for (const element of list) {
      cleaned.push(this.clean(element, key, 2));
      await this.yieldIfDue();
    }
    return cleaned;
  }

  clean(value: JsonValue, key: string, depth: number, parent?: JsonObject): JsonValue {
    if (typeof value === 'string') return this.cleanText(value, key, parent);
    this.seenCharacters += 8;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) return '[…]';
    if (Array.isArray(value)) return value.map((element) => this.clean(element, key, depth + 1));
    return this.cleanObject(value, key, depth);
  }

  private cleanObject(value: JsonObject, key: string, depth: number): JsonObject {
    const isHidden = key.toLowerCase() === 'headers';
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        isHidden && typeof member === 'string' ? HIDDEN : this.clean(member, name, depth + 1, value),
      ]),
    );
  }

  private cleanText(text: string, key: string, parent: JsonObject | undefined): string {
    this.seenCharacters += text.length;
    if (SECRETS.has(key.toLowerCase())) return HIDDEN;
    if (isMedia(text)) return describeMedia(getType(parent) ?? sniff(text), text);
    const plain = text.includes('base64,')
      ? text.replaceAll(DATA_URL, (_url, type: string, data: string) => describeMedia(type, data))
      : text;
    return this.redact(plain.replaceAll(KEYS, '[key]'));
  }
}

/** The placeholder for bytes that are not recorded. */
export function describeBytes(type: string, sizeBytes: number): string {
  return `[${type}, ${sizeBytes.toLocaleString('en-US')} bytes]`;
}

function describeMedia(type: string, base64: string): string {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  return describeBytes(type, Math.floor((base64.length * 3) / 4) - padding);
}

/**
 * Whether a text is base64: a long text with letters of both cases and digits but no space is not written by people.
 */
function isMedia(text: string): boolean {
  if (text.length < MIN_MEDIA_LENGTH) return false;
  const sample = text.slice(0, SAMPLE_LENGTH);
  if (!/[a-z]/.test(sample) || !/[A-Z]/.test(sample) || !/\d/.test(sample)) return false;
  return BASE64.test(sample) && BASE64.test(text);
}

function sniff(base64: string): string {
  const head = base64.slice(0, SAMPLE_LENGTH).replaceAll('-', '+').replaceAll('_', '/');
  return sniffMediaType(Buffer.from(head, 'base64')) ?? 'base64 data';
}

function getType(parent: JsonObject | undefined): string | undefined {
  const types = TYPE_MEMBERS.map((name) => parent?.[name]);
  return types.find((type) => typeof type === 'string' && type.length <= SAMPLE_LENGTH) as string | undefined;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
