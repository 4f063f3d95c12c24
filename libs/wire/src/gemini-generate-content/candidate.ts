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

/** One candidate of an answer. Whatever is added to it returns the parts that can be sent now. */
export class Candidate {
  private readonly parts = new PartBuffer();
  private hasText = false;
  private hasMalformedCall = false;
  /** Why the model stopped in the middle of its text, which is no part of that text. */
  private explanation = '';

  /** Thoughts that nobody asked to see are left out; their signatures are not, for they have to come back. */
  constructor(private readonly showsThoughts: boolean) {}

  /** Adds a part that is whole. */
  add(part: AssistantPart): SentPart[] {
    switch (part.type) {
      case 'text':
        this.hasText ||= part.text !== '';
        return part.text === '' ? [] : this.parts.add({ text: part.text });
      case 'refusal':
        return this.refuse(part.text, (text) => this.parts.add({ text }));
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
    return this.refuse(text, (answer) => this.parts.addText(answer));
  }

  addThought(text: string): SentPart[] {
    return this.showsThoughts ? this.parts.addText(text, { thought: true }) : [];
  }

  endThought({ text, signature, isRedacted = false }: Omit<Reasoning, 'type'>): SentPart[] {
    const hasText = text !== '' && this.showsThoughts;
    return signature ? this.parts.sign(signature, { hasText, isRedacted }) : [];
  }

  cite(citations: readonly Citation[], text: string): void {
    this.parts.annotate({ groundingMetadata: encodeGrounding(citations, text) });
  }

  /** What was held back. The last of it belongs into the chunk that also says how the candidate ends. */
  end(): SentPart[] {
    return this.parts.end();
  }

  encodeFinish(finish: FinishReason): JsonObject {
    return {
      finishReason: encodeFinishReason(finish, this.hasMalformedCall),
      ...(this.explanation === '' ? {} : { finishMessage: this.explanation }),
    };
  }

  /** A refusal that follows no text is the answer itself. */
  private refuse(text: string, answer: (text: string) => SentPart[]): SentPart[] {
    if (!this.hasText) return text === '' ? [] : answer(text);
    this.explanation += text;
    return [];
  }

  private addReasoning(reasoning: Reasoning): SentPart[] {
    const { text, signature, isRedacted } = reasoning;
    if (text === '' || !this.showsThoughts) return this.endThought(reasoning);
    const sealed: JsonObject = signature
      ? { thoughtSignature: sealSignature(signature, { isRedacted }) }
      : {};
    return this.parts.add({ text, thought: true, ...sealed });
  }

  /** A call whose arguments cannot be given as an object is left out, and the candidate does not end as if it were whole. */
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
