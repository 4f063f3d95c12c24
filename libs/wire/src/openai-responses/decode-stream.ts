import { GatewayError, type JsonObject, type JsonValue, type StreamPart } from '#canonical';
import { type SseEvent } from '#sse';
import { type StreamDecoder } from '../chat-codec.js';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { decodeFinish } from './finish-reason.js';
import { isObject, objectsIn } from './json-object.js';
import { decodeLogprobs } from './logprobs.js';
import { OutputReader } from './output-reader.js';
import { readEvent } from './read-event.js';
import { readUsage } from './usage.js';

/** Reads a response from its events, or from the whole: the event that ends a stream holds all of it. */
export class ResponseDecoder implements StreamDecoder {
  private parts: StreamPart[] = [];
  private hasStarted = false;
  private hasEnded = false;
  private readonly output = new OutputReader((part) => {
    this.start({});
    this.parts.push(part);
  });

  push(event: SseEvent): StreamPart[] {
    const read = this.hasEnded ? undefined : readEvent(event);
    if (read !== undefined) this.read(read);
    return this.takeParts();
  }

  end(): StreamPart[] {
    if (!this.hasEnded) {
      throw new GatewayError('upstream-bad-response', 'The model service broke off its answer.');
    }
    return this.takeParts();
  }

  /** A response that is not streamed. */
  readWhole(response: JsonObject): StreamPart[] {
    const { status = 'completed', output } = response;
    if (response['error'] != null || status === 'failed' || status === 'cancelled') {
      throw decodeStreamedError(response['error'], []);
    }
    if (!Array.isArray(output) || (status !== 'completed' && status !== 'incomplete')) {
      throw new GatewayError(
        'upstream-bad-response',
        'The model service sent an answer that cannot be read.',
      );
    }
    this.finish(response);
    return this.takeParts();
  }

  private read(event: JsonObject): void {
    switch (event['type']) {
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress':
        return this.start(event['response']);
      case 'response.completed':
      case 'response.incomplete':
        return this.finish(isObject(event['response']) ? event['response'] : {});
      case 'response.failed':
      case 'response.cancelled':
        throw decodeStreamedError(isObject(event['response']) ? event['response']['error'] : undefined, []);
      case 'error':
        throw decodeStreamedError(event, []);
      default:
        this.readOutput(event);
    }
  }

  private readOutput(event: JsonObject): void {
    const item = isObject(event['item']) ? event['item'] : {};
    const part = isObject(event['part']) ? event['part'] : {};
    const delta = typeof event['delta'] === 'string' ? event['delta'] : '';
    switch (event['type']) {
      case 'response.output_item.added':
        return this.output.announce(event, item);
      case 'response.output_item.done':
        return this.output.finish(event, item);
      case 'response.content_part.added':
        return this.output.startPart(event, part);
      case 'response.content_part.done':
        return this.output.finishPart(event, part);
      case 'response.output_text.delta':
        return this.output.getText(event, false).append(delta, decodeLogprobs(event['logprobs']));
      case 'response.output_text.done':
        return this.output.getText(event, false).complete(event['text'], decodeLogprobs(event['logprobs']));
      case 'response.output_text.annotation.added':
        return this.output.cite(event);
      case 'response.refusal.delta':
        return this.output.getText(event, true).append(delta);
      case 'response.refusal.done':
        return this.output.getText(event, true).complete(event['refusal']);
      case 'response.reasoning_summary_text.delta':
        return this.output.getReasoning(event).append(partKey('summary', event['summary_index']), delta);
      case 'response.reasoning_text.delta':
        return this.output.getReasoning(event).append(partKey('content', event['content_index']), delta);
      case 'response.function_call_arguments.delta':
        return this.output.getCall(event).append(delta);
      case 'response.function_call_arguments.done':
        return this.output.getCall(event).complete(event['arguments']);
      default:
    }
  }

  private start(response: JsonValue | undefined): void {
    if (this.hasStarted) return;
    this.hasStarted = true;
    const { id, model, created_at: createdAt, service_tier: tier } = isObject(response) ? response : {};
    this.parts.push({
      type: 'response-start',
      id: typeof id === 'string' ? id : '',
      model: typeof model === 'string' ? model : '',
      createdAtSeconds: typeof createdAt === 'number' ? Math.floor(createdAt) : 0,
      ...(typeof tier === 'string' ? { serviceTier: tier } : {}),
    });
  }

  private finish(response: JsonObject): void {
    this.start(response);
    this.hasEnded = true;
    this.output.finishAll(objectsIn(response['output']));
    this.parts.push({ type: 'finish', choice: 0, finish: decodeFinish(response, this.output.traits) });
    const usage = readUsage(response['usage']);
    if (usage) this.parts.push({ type: 'usage', usage });
  }

  private takeParts(): StreamPart[] {
    const { parts } = this;
    this.parts = [];
    return parts;
  }
}

function partKey(kind: string, index: JsonValue | undefined): string {
  return `${kind} ${typeof index === 'number' ? index : 0}`;
}
