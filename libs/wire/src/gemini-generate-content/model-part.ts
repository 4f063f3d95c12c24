import { type AssistantPart, type JsonObject, type ReasoningSignature } from '#canonical';
import { notSupported } from '../validation/faults.js';
import { decodeInlineData } from './media.js';
import { type ProtoObject } from './proto-object.js';
import { type OpenedSignature } from './thought-signature.js';

/** One part of what a model said. Texts may be chunks of a longer one, as streams cut them. */
export type ModelFragment =
  | { kind: 'text'; text: string }
  | { kind: 'thought'; text: string; signature?: OpenedSignature }
  /** Stands on a text that is no thought, often an empty one. */
  | { kind: 'signature'; signature: OpenedSignature }
  | { kind: 'call'; id?: string; name: string; args: JsonObject; signature?: ReasoningSignature }
  | { kind: 'media'; part: Extract<AssistantPart, { type: 'image' | 'audio' }> };

const SIGNATURE_FIELDS = new Set(['thoughtSignature', 'thought']);

type ReadSignature = (value: string) => OpenedSignature | undefined;

/** Undefined: a kind of part that the hub has no word for. */
export function readModelPart(part: ProtoObject, readSignature: ReadSignature): ModelFragment[] | undefined {
  const carried = part.string('thoughtSignature');
  const signature = carried === undefined ? undefined : readSignature(carried);
  const said = readSaid(part, signature?.isBefore ? undefined : signature);
  if (said === undefined) return isBareSignature(part) ? signatureAlone(signature) : undefined;
  return signature?.isBefore ? [...signatureAlone(signature), ...said] : said;
}

/** Clients leave the empty text out on which a signature came, or keep a placeholder that proves nothing. */
function isBareSignature(part: ProtoObject): boolean {
  return part.has('thoughtSignature') && part.fields.every((field) => SIGNATURE_FIELDS.has(field));
}

function readSaid(part: ProtoObject, signature: OpenedSignature | undefined): ModelFragment[] | undefined {
  const call = part.object('functionCall');
  if (call) return [readCall(call, signature)];
  const data = part.object('inlineData');
  if (data) return [readMedia(data), ...signatureAlone(signature)];
  const text = part.string('text');
  if (text === undefined) return undefined;
  if (part.boolean('thought') === true || signature?.isRedacted) {
    return text === '' && !signature ? [] : [{ kind: 'thought', text, ...(signature ? { signature } : {}) }];
  }
  return [...(text === '' ? [] : [{ kind: 'text' as const, text }]), ...signatureAlone(signature)];
}

function readCall(call: ProtoObject, signature: OpenedSignature | undefined): ModelFragment {
  const id = call.string('id');
  return {
    kind: 'call',
    ...(id ? { id } : {}),
    name: call.nonEmptyString('name'),
    args: call.plainObject('args') ?? {},
    ...(signature ? { signature: signature.signature } : {}),
  };
}

function readMedia(data: ProtoObject): ModelFragment {
  const part = decodeInlineData(data);
  if (part.type === 'document')
    throw notSupported(data.getPath('mimeType'), 'models answer with images and audio only');
  return { kind: 'media', part };
}

function signatureAlone(opened: OpenedSignature | undefined): ModelFragment[] {
  if (opened === undefined) return [];
  const { isBefore: _, ...signature } = opened;
  return [{ kind: 'signature', signature }];
}
