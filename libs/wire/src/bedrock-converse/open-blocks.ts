import { type JsonObject, type JsonValue, type StreamPart } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';
import { ANSWER_TOOL, getObject, getText } from './blocks.js';
import { decodeCitations } from './citations.js';
import { decodeImage, isOfService, sign } from './decode-response.js';

/** A block of a stream between its first event and its stop. */
export interface OpenBlock {
  readonly start: StreamPart[];
  grow(delta: JsonObject): StreamPart[];
  stop(): StreamPart[];
  readonly isCall?: boolean;
}

export interface Place {
  choice: number;
  block: number;
}

/** The block that such a beginning announces; undefined where it means nothing here. */
export function openAnnounced(start: JsonObject, at: Place): OpenBlock | undefined {
  const { toolUse, image } = start;
  if (isJsonObject(toolUse) && !isOfService(toolUse['type'])) {
    return toolUse['name'] === ANSWER_TOOL ? new AnswerBlock(at) : new CallBlock(toolUse, at);
  }
  return isJsonObject(image) ? new ImageBlock(image, at) : undefined;
}

/** Words and reasoning begin with their first chunk, and are announced by nothing. */
export function openByDelta(delta: JsonObject, at: Place): OpenBlock | undefined {
  const { reasoningContent } = delta;
  if (typeof delta['text'] === 'string' || isJsonObject(delta['citation'])) return new TextBlock(at);
  if (!isJsonObject(reasoningContent)) return undefined;
  return typeof reasoningContent['redactedContent'] === 'string'
    ? new RedactedBlock(at)
    : new ReasoningBlock(at);
}

class TextBlock implements OpenBlock {
  readonly start: StreamPart[];
  private readonly citations: JsonValue[] = [];
  private textLength = 0;

  constructor(private readonly at: Place) {
    this.start = [{ type: 'text-start', ...at }];
  }

  grow({ text: chunk, citation }: JsonObject): StreamPart[] {
    if (isJsonObject(citation)) this.citations.push(citation);
    const text = getText(chunk);
    this.textLength += text.length;
    return text === '' ? [] : [{ type: 'text-delta', text, ...this.at }];
  }

  stop(): StreamPart[] {
    return [{ type: 'text-end', ...decodeCitations(this.citations, this.textLength), ...this.at }];
  }
}

/** The call that stands for the answer. */
class AnswerBlock implements OpenBlock {
  readonly start: StreamPart[];

  constructor(private readonly at: Place) {
    this.start = [{ type: 'text-start', ...at }];
  }

  grow({ toolUse }: JsonObject): StreamPart[] {
    const text = getText(getObject(toolUse)['input']);
    return text === '' ? [] : [{ type: 'text-delta', text, ...this.at }];
  }

  stop(): StreamPart[] {
    return [{ type: 'text-end', ...this.at }];
  }
}

class ReasoningBlock implements OpenBlock {
  readonly start: StreamPart[];
  private signature = '';

  constructor(private readonly at: Place) {
    this.start = [{ type: 'reasoning-start', ...at }];
  }

  /** A signature may come in chunks. */
  grow({ reasoningContent }: JsonObject): StreamPart[] {
    const { text: chunk, signature } = getObject(reasoningContent);
    this.signature += getText(signature);
    const text = getText(chunk);
    return text === '' ? [] : [{ type: 'reasoning-delta', text, ...this.at }];
  }

  stop(): StreamPart[] {
    return [{ type: 'reasoning-end', ...sign(this.signature), ...this.at }];
  }
}

class RedactedBlock implements OpenBlock {
  readonly start: StreamPart[];
  private readonly chunks: Buffer[] = [];

  constructor(private readonly at: Place) {
    this.start = [{ type: 'reasoning-start', isRedacted: true, ...at }];
  }

  /** Each chunk is base64 by itself. */
  grow({ reasoningContent }: JsonObject): StreamPart[] {
    this.chunks.push(Buffer.from(getText(getObject(reasoningContent)['redactedContent']), 'base64'));
    return [];
  }

  stop(): StreamPart[] {
    return [{ type: 'reasoning-end', ...sign(Buffer.concat(this.chunks).toString('base64')), ...this.at }];
  }
}

class CallBlock implements OpenBlock {
  readonly start: StreamPart[];
  readonly isCall = true;
  private hasArguments = false;

  constructor(
    { toolUseId, name }: JsonObject,
    private readonly at: Place,
  ) {
    this.start = [{ type: 'tool-call-start', id: getText(toolUseId), name: getText(name), ...at }];
  }

  grow({ toolUse }: JsonObject): StreamPart[] {
    const fragment = getText(getObject(toolUse)['input']);
    if (fragment === '') return [];
    this.hasArguments = true;
    return [{ type: 'tool-call-delta', arguments: fragment, ...this.at }];
  }

  /** A call that nothing was streamed for takes nothing. */
  stop(): StreamPart[] {
    const end: StreamPart = { type: 'tool-call-end', ...this.at };
    return this.hasArguments ? [end] : [{ type: 'tool-call-delta', arguments: '{}', ...this.at }, end];
  }
}

class ImageBlock implements OpenBlock {
  readonly start: StreamPart[] = [];
  private readonly chunks: Buffer[] = [];

  constructor(
    private readonly opening: JsonObject,
    private readonly at: Place,
  ) {}

  grow({ image }: JsonObject): StreamPart[] {
    this.chunks.push(Buffer.from(getText(getObject(getObject(image)['source'])['bytes']), 'base64'));
    return [];
  }

  stop(): StreamPart[] {
    const bytes = Buffer.concat(this.chunks).toString('base64');
    const images = decodeImage({ ...this.opening, source: { bytes } });
    return images.map((part) => ({ type: 'media', part, ...this.at }));
  }
}
