import { type AssistantPart, type JsonObject, type ReasoningSignature } from '#canonical';
import { notSupported } from '../validation/faults.js';
import { decodeInlineData } from './media.js';
import { type ProtoObject } from './proto-object.js';
import { type OpenedSignature } from './thought-signature.js';

/** A fragment of a model message. A stream may split a text into several fragments. */
export type ModelFragment =
  | { kind: 'text'; text: string }
  | { kind: 'thought'; text: string; signature?: OpenedSignature }
  /** A signature of a text that is not a thought; the text is often empty. */
  | { kind: 'signature'; signature: OpenedSignature }
  | { kind: 'call'; id?: string; name: string; args: JsonObject; signature?: ReasoningSignature }
  | { kind: 'media'; part: Extract<AssistantPart, { type: 'image' | 'audio' }> };

const SIGNATURE_FIELDS = new Set(['thoughtSignature', 'thought']);

type ReadSignature = (value: string) => OpenedSignature | undefined;

/** Undefined for kinds of parts that have no canonical equivalent. */
export function readModelPart(part: ProtoObject, readSignature: ReadSignature): ModelFragment[] | undefined {
  const value = part.string('thoughtSignature');
  const signature = value === undefined ? undefined : readSignature(value);
  const content = readContent(part, signature?.isBefore ? undefined : signature);
  if (content === undefined) return isBareSignature(part) ? toSignatureFragments(signature) : undefined;
  return signature?.isBefore ? [...toSignatureFragments(signature), ...content] : content;
}

/** Clients leave out the empty text that had the signature, or send a placeholder. */
function isBareSignature(part: ProtoObject): boolean {
  return part.has('thoughtSignature') && part.fields.every((field) => SIGNATURE_FIELDS.has(field));
}

function readContent(part: ProtoObject, signature: OpenedSignature | undefined): ModelFragment[] | undefined {
  const call = part.object('functionCall');
  if (call) return [readCall(call, signature)];
  const data = part.object('inlineData');
  if (data) return [readMedia(data), ...toSignatureFragments(signature)];
  const text = part.string('text');
  if (text === undefined) return undefined;
  if (part.boolean('thought') === true || signature?.isRedacted) {
    return text === '' && !signature ? [] : [{ kind: 'thought', text, ...(signature ? { signature } : {}) }];
  }
  return [...(text === '' ? [] : [{ kind: 'text' as const, text }]), ...toSignatureFragments(signature)];
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
    throw notSupported(data.getPath('mimeType'), 'model messages can contain images and audio only');
  return { kind: 'media', part };
}

function toSignatureFragments(opened: OpenedSignature | undefined): ModelFragment[] {
  if (opened === undefined) return [];
  const { isBefore: _, ...signature } = opened;
  return [{ kind: 'signature', signature }];
}
