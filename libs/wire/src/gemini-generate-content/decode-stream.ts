import { type StreamPart } from '#canonical';
import { type SseEvent } from '#sse';
import { type StreamDecoder } from '../chat-codec.js';
import { AnswerReader } from './answer-reader.js';
import { parseChunk } from './parse-chunk.js';

export class GeminiStreamDecoder implements StreamDecoder {
  private readonly reader = new AnswerReader();

  push({ data }: SseEvent): StreamPart[] {
    const chunk = parseChunk(data);
    return chunk === undefined ? [] : this.reader.read(chunk);
  }

  end(): StreamPart[] {
    return this.reader.end();
  }
}
