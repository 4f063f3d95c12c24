import { type JsonObject, type JsonValue, type StreamPart } from '#canonical';
import { decodeCitations } from './citations.js';
import { getSignature } from './decode-answer.js';
import { toText } from './to-text.js';

/** A block of an upstream's stream between its start and its stop. */
export interface OpenBlock {
  readonly start: StreamPart[];
  grow(delta: JsonObject): StreamPart[];
  stop(): StreamPart[];
}

interface Place {
  choice: number;
  block: number;
}

class TextBlock implements OpenBlock {
  readonly start: StreamPart[];
  private readonly citations: JsonValue[] = [];
  private textLength = 0;

  constructor(
    opening: JsonObject,
    private readonly at: Place,
  ) {
    this.start = [{ type: 'text-start', ...at }, ...this.add(toText(opening['text']))];
    if (Array.isArray(opening['citations'])) this.citations.push(...opening['citations']);
  }

  grow(delta: JsonObject): StreamPart[] {
    if (delta['type'] === 'text_delta') return this.add(toText(delta['text']));
    if (delta['type'] === 'citations_delta') this.citations.push(delta['citation'] ?? null);
    return [];
  }

  stop(): StreamPart[] {
    return [{ type: 'text-end', ...decodeCitations(this.citations, this.textLength), ...this.at }];
  }

  private add(text: string): StreamPart[] {
    this.textLength += text.length;
    return text === '' ? [] : [{ type: 'text-delta', text, ...this.at }];
  }
}

class ThinkingBlock implements OpenBlock {
  readonly start: StreamPart[];
  private signature: JsonValue | undefined;

  constructor(
    opening: JsonObject,
    private readonly at: Place,
  ) {
    this.signature = opening['signature'];
    this.start = [{ type: 'reasoning-start', ...at }, ...this.add(toText(opening['thinking']))];
  }

  grow(delta: JsonObject): StreamPart[] {
    if (delta['type'] === 'thinking_delta') return this.add(toText(delta['thinking']));
    if (delta['type'] === 'signature_delta') this.signature = delta['signature'];
    return [];
  }

  stop(): StreamPart[] {
    return [{ type: 'reasoning-end', ...getSignature(this.signature), ...this.at }];
  }

  private add(text: string): StreamPart[] {
    return text === '' ? [] : [{ type: 'reasoning-delta', text, ...this.at }];
  }
}

class RedactedBlock implements OpenBlock {
  readonly start: StreamPart[];

  constructor(
    private readonly opening: JsonObject,
    private readonly at: Place,
  ) {
    this.start = [{ type: 'reasoning-start', isRedacted: true, ...at }];
  }

  grow(): StreamPart[] {
    return [];
  }

  stop(): StreamPart[] {
    return [{ type: 'reasoning-end', ...getSignature(this.opening['data']), ...this.at }];
  }
}

class ToolUseBlock implements OpenBlock {
  readonly start: StreamPart[];
  private hasArguments = false;

  constructor(
    private readonly opening: JsonObject,
    private readonly at: Place,
  ) {
    const { id, name } = opening;
    this.start = [{ type: 'tool-call-start', id: toText(id), name: toText(name), ...at }];
  }

  grow(delta: JsonObject): StreamPart[] {
    const fragment = delta['type'] === 'input_json_delta' ? toText(delta['partial_json']) : '';
    if (fragment === '') return [];
    this.hasArguments = true;
    return [{ type: 'tool-call-delta', arguments: fragment, ...this.at }];
  }

  /** A call that nothing was streamed for has the arguments it began with, which are none as a rule. */
  stop(): StreamPart[] {
    const end: StreamPart = { type: 'tool-call-end', ...this.at };
    if (this.hasArguments) return [end];
    const input = JSON.stringify(this.opening['input'] ?? {});
    return [{ type: 'tool-call-delta', arguments: input, ...this.at }, end];
  }
}

/** Undefined for blocks that tell of tools which the service ran itself. */
export function openBlock(opening: JsonObject, block: number): OpenBlock | undefined {
  const at = { choice: 0, block };
  switch (opening['type']) {
    case 'text':
      return new TextBlock(opening, at);
    case 'thinking':
      return new ThinkingBlock(opening, at);
    case 'redacted_thinking':
      return new RedactedBlock(opening, at);
    case 'tool_use':
      return new ToolUseBlock(opening, at);
    default:
      return undefined;
  }
}
