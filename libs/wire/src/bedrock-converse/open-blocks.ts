import { isJsonObject, type JsonObject, type JsonValue, type StreamPart } from '#canonical';
import { RESPONSE_TOOL, getObject, getText } from './blocks.js';
import { decodeCitations } from './citations.js';
import { decodeImage, isServerTool, toSignature } from './decode-response.js';

/** A content block whose stop event has not arrived. */
export interface OpenBlock {
  readonly start: StreamPart[];
  grow(delta: JsonObject): StreamPart[];
  stop(): StreamPart[];
  readonly isCall?: boolean;
}

export interface BlockPosition {
  choice: number;
  block: number;
}

/** Opens the block of a start event; undefined for blocks that are ignored. */
export function openStartedBlock(start: JsonObject, at: BlockPosition): OpenBlock | undefined {
  const { toolUse, image } = start;
  if (isJsonObject(toolUse) && !isServerTool(toolUse['type'])) {
    return toolUse['name'] === RESPONSE_TOOL ? new ResponseToolBlock(at) : new CallBlock(toolUse, at);
  }
  return isJsonObject(image) ? new ImageBlock(image, at) : undefined;
}

/** Text and reasoning have no start event. Their block begins with the first delta. */
export function openDeltaBlock(delta: JsonObject, at: BlockPosition): OpenBlock | undefined {
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

  constructor(private readonly at: BlockPosition) {
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

/** The response tool, whose arguments are the text of the response. */
class ResponseToolBlock implements OpenBlock {
  readonly start: StreamPart[];

  constructor(private readonly at: BlockPosition) {
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

  constructor(private readonly at: BlockPosition) {
    this.start = [{ type: 'reasoning-start', ...at }];
  }

  /** A signature may be split over several deltas. */
  grow({ reasoningContent }: JsonObject): StreamPart[] {
    const { text: chunk, signature } = getObject(reasoningContent);
    this.signature += getText(signature);
    const text = getText(chunk);
    return text === '' ? [] : [{ type: 'reasoning-delta', text, ...this.at }];
  }

  stop(): StreamPart[] {
    return [{ type: 'reasoning-end', ...toSignature(this.signature), ...this.at }];
  }
}

class RedactedBlock implements OpenBlock {
  readonly start: StreamPart[];
  private readonly chunks: Buffer[] = [];

  constructor(private readonly at: BlockPosition) {
    this.start = [{ type: 'reasoning-start', isRedacted: true, ...at }];
  }

  /** Each delta is base64 on its own. */
  grow({ reasoningContent }: JsonObject): StreamPart[] {
    this.chunks.push(Buffer.from(getText(getObject(reasoningContent)['redactedContent']), 'base64'));
    return [];
  }

  stop(): StreamPart[] {
    return [
      { type: 'reasoning-end', ...toSignature(Buffer.concat(this.chunks).toString('base64')), ...this.at },
    ];
  }
}

class CallBlock implements OpenBlock {
  readonly start: StreamPart[];
  readonly isCall = true;
  private hasArguments = false;

  constructor(
    { toolUseId, name }: JsonObject,
    private readonly at: BlockPosition,
  ) {
    this.start = [{ type: 'tool-call-start', id: getText(toolUseId), name: getText(name), ...at }];
  }

  grow({ toolUse }: JsonObject): StreamPart[] {
    const fragment = getText(getObject(toolUse)['input']);
    if (fragment === '') return [];
    this.hasArguments = true;
    return [{ type: 'tool-call-delta', arguments: fragment, ...this.at }];
  }

  /** If no arguments were streamed, the call has none. */
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
    private readonly at: BlockPosition,
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
