import {
  type AssistantPart,
  type Citation,
  type FinishReason,
  type JsonObject,
  type MediaSource,
  type TokenLogprob,
} from '#canonical';
import { type SentPart, PartBuffer } from './part-buffer.js';
import { encodeGrounding } from './citations.js';
import { encodeFinishReason } from './finish-reason.js';
import { encodeFunctionCall } from './function-call.js';
import { encodeLogprobs } from './logprobs.js';
import { MISSING_SIGNATURE, sealSignature } from './thought-signature.js';

type Reasoning = Extract<AssistantPart, { type: 'reasoning' }>;
type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

/** Encodes one candidate of a response. Each method returns the parts that can be sent immediately. */
export class Candidate {
  private readonly parts = new PartBuffer();
  private hasText = false;
  private hasMalformedCall = false;
  /** A refusal after text. It is sent as the reason for the end, not as text. */
  private explanation = '';

  /**
   * Thoughts are left out if the client did not request them, but their signatures are sent, because the client must
   * return them.
   */
  constructor(private readonly includesThoughts: boolean) {}

  /** Adds a complete part. */
  add(part: AssistantPart): SentPart[] {
    switch (part.type) {
      case 'text':
        this.hasText ||= part.text !== '';
        return part.text === '' ? [] : this.parts.add({ text: part.text });
      case 'refusal':
        return this.addRefusedText(part.text, (text) => this.parts.add({ text }));
      case 'reasoning':
        return this.addReasoning(part);
      case 'tool-call':
        return this.addCall(part);
      case 'image':
        return this.parts.add(encodeMedia(part.source));
      case 'audio':
        return this.parts.add(
          part.source.kind === 'file' && part.transcript
            ? { text: part.transcript }
            : encodeMedia(part.source),
        );
    }
  }

  addText(text: string, logprobs?: TokenLogprob[]): SentPart[] {
    this.hasText ||= text !== '';
    if (!logprobs) return this.parts.addText(text);
    return text === '' ? [] : this.parts.add({ text }, { logprobsResult: encodeLogprobs(logprobs) });
  }

  addRefusal(text: string): SentPart[] {
    return this.addRefusedText(text, (addText) => this.parts.addText(addText));
  }

  addReasoningText(text: string): SentPart[] {
    return this.includesThoughts ? this.parts.addText(text, { thought: true }) : [];
  }

  endReasoning({ text, signature, isRedacted = false }: Omit<Reasoning, 'type'>): SentPart[] {
    const hasText = text !== '' && this.includesThoughts;
    return signature ? this.parts.addSignature(signature, { hasText, isRedacted }) : [];
  }

  addCitations(citations: readonly Citation[], text: string): void {
    this.parts.annotate({ groundingMetadata: encodeGrounding(citations, text) });
  }

  /** The remaining parts. The last one belongs in the chunk with the finish reason. */
  end(): SentPart[] {
    return this.parts.end();
  }

  encodeFinish(finish: FinishReason): JsonObject {
    return {
      finishReason: encodeFinishReason(finish, this.hasMalformedCall),
      ...(this.explanation === '' ? {} : { finishMessage: this.explanation }),
    };
  }

  /** A refusal without text before it is sent as text. */
  private addRefusedText(text: string, addText: (text: string) => SentPart[]): SentPart[] {
    if (!this.hasText) return text === '' ? [] : addText(text);
    this.explanation += text;
    return [];
  }

  private addReasoning(reasoning: Reasoning): SentPart[] {
    const { text, signature, isRedacted } = reasoning;
    if (text === '' || !this.includesThoughts) return this.endReasoning(reasoning);
    const sealed: JsonObject = signature
      ? { thoughtSignature: sealSignature(signature, { isRedacted }) }
      : {};
    return this.parts.add({ text, thought: true, ...sealed });
  }

  /** A call whose arguments are not an object is left out, and the finish reason shows it. */
  private addCall(call: ToolCall): SentPart[] {
    const encoded = encodeFunctionCall(call);
    if (encoded === undefined) {
      this.hasMalformedCall = true;
      return [];
    }
    const thoughtSignature = call.signature ? sealSignature(call.signature) : MISSING_SIGNATURE;
    return this.parts.add({ ...encoded, thoughtSignature });
  }
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
