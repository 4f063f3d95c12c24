import { type AssistantPart, type JsonObject, type MediaSource } from '#canonical';
import { encodeFunctionCall } from './encode-function-call.js';
import { sealSignature, MISSING_SIGNATURE } from './thought-signature.js';

/** The service refuses a text that is empty, unless it has a signature. */
export const EMPTY_TEXT: JsonObject = { text: '', thoughtSignature: MISSING_SIGNATURE };

/** A part of an answer for the client. Undefined: a call whose arguments cannot be given as an object. */
export function encodeAnswerPart(part: AssistantPart): JsonObject | undefined {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return { text: part.text };
    case 'reasoning':
      return encodeReasoning(part);
    case 'tool-call': {
      const call = encodeFunctionCall(part);
      const signature = part.signature ? sealSignature(part.signature) : MISSING_SIGNATURE;
      return call && { ...call, thoughtSignature: signature };
    }
    case 'image':
      return encodeMedia(part.source);
    case 'audio':
      return part.source.kind === 'file' && part.transcript
        ? { text: part.transcript }
        : encodeMedia(part.source);
  }
}

/** What ends a thought: its signature, on a thought without text, so that it is put on the text before it. */
export function encodeReasoning({
  text,
  signature,
  isRedacted,
}: Omit<Extract<AssistantPart, { type: 'reasoning' }>, 'type'>): JsonObject {
  const isThought = text !== '' || isRedacted === true || signature === undefined;
  return {
    text,
    ...(isThought ? { thought: true } : {}),
    ...(signature ? { thoughtSignature: sealSignature(signature, isRedacted) } : {}),
  };
}

function encodeMedia(source: MediaSource): JsonObject {
  switch (source.kind) {
    case 'bytes':
      return { inlineData: { mimeType: source.mediaType, data: source.base64 } };
    case 'url':
      return { fileData: { fileUri: source.url, ...getMimeType(source) } };
    case 'file':
      return { fileData: { fileUri: source.id, ...getMimeType(source) } };
  }
}

function getMimeType({ mediaType }: MediaSource): JsonObject {
  return mediaType === undefined ? {} : { mimeType: mediaType };
}
