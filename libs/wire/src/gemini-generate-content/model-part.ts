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

type ReadSignature = (value: string) => OpenedSignature | undefined;

/** Undefined: a kind of part that the hub has no word for. */
export function readModelPart(part: ProtoObject, readSignature: ReadSignature): ModelFragment[] | undefined {
  const carried = part.string('thoughtSignature');
  const signature = carried === undefined ? undefined : readSignature(carried);
  const call = part.object('functionCall');
  if (call) return [readCall(call, signature)];
  const data = part.object('inlineData');
  if (data) return [readMedia(data), ...signatureAlone(signature)];
  const text = part.string('text');
  if (text === undefined) return signature ? signatureAlone(signature) : undefined;
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

function signatureAlone(signature: OpenedSignature | undefined): ModelFragment[] {
  return signature ? [{ kind: 'signature', signature }] : [];
}
