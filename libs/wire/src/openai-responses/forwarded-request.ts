import { GatewayError, isJsonObject, type JsonObject, MAX_MESSAGES, type Usage } from '#canonical';
import {
  type ByteEdit,
  getConversationOpening,
  type JsonDocument,
  readId,
  readLimit,
  readText,
  renameModel,
  spliceBytes,
} from '#json-scan';
import { type SseBlock, encodeSseEvent } from '#sse';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { type StreamableRequest, checkStreamOptions } from '../openai-dialect/validate-members.js';
import { getLengthBefore } from '../operations/length-before.js';
import { type CheckedMembers } from '../validation/checked-members.js';
import { type ForwardedRequest, type StreamTap } from '../wire-format.js';
import { RESPONSES_MEMBERS } from './checked-members.js';
import { removeForeignReasoning } from './foreign-reasoning.js';
import { readEvent } from './read-event.js';
import { failResponse } from './response-object.js';
import { readUsage } from './usage.js';

/** Members that may replace an input: state that the service stores. */
const INPUT_ALTERNATIVES = ['previous_response_id', 'conversation', 'prompt'] as const;

export class ForwardedResponsesRequest implements ForwardedRequest {
  readonly model: string;
  readonly isStreamed: boolean;

  private constructor(
    readonly document: JsonDocument,
    request: StreamableRequest,
  ) {
    this.model = request.model;
    this.isStreamed = request.stream === true;
  }

  static read(
    document: JsonDocument,
    members: CheckedMembers<StreamableRequest> = RESPONSES_MEMBERS,
  ): ForwardedResponsesRequest {
    const request = members.read(document);
    checkStreamOptions(request);
    checkInput(document);
    return new ForwardedResponsesRequest(document, request);
  }

  get valueCount(): number {
    return this.document.valueCount;
  }

  get maxOutputTokens(): number | undefined {
    return readLimit(this.document, 'max_output_tokens');
  }

  get serviceTier(): string | undefined {
    return readText(this.document, 'service_tier');
  }

  /**
   * Codex sends the ids of its session and of the thread within it. Otherwise requests with the same cache key are
   * probably of one session.
   */
  get sessionId(): string | undefined {
    return (
      readId(this.document, 'client_metadata', 'session_id') ??
      readId(this.document, 'client_metadata', 'thread_id') ??
      readId(this.document, 'prompt_cache_key')
    );
  }

  get opening(): Buffer {
    return getConversationOpening(this.document, 'input');
  }

  retarget(upstreamModel: string, repairs: readonly ByteEdit[] = []): Buffer {
    const edits = [...repairs];
    if (upstreamModel !== this.model) edits.push(renameModel(this.document, upstreamModel));
    const previous = this.document.member('previous_response_id');
    // The gateway stores conversations itself: earlier items are already in the input, and no upstream knows the id.
    if (previous !== undefined) edits.push({ ...previous, replacement: 'null' });
    edits.push(...removeForeignReasoning(this.document));
    return spliceBytes(this.document.bytes, edits);
  }

  createStreamTap(secrets: readonly string[]): StreamTap {
    return new ResponseStreamTap(secrets);
  }
}

function checkInput(document: JsonDocument): void {
  const input = document.member('input');
  const kind = input === undefined ? 'null' : document.kind(input);
  if (kind === 'array' && input !== undefined && document.count(input) > MAX_MESSAGES) {
    throw new GatewayError('invalid-value', `"input" must contain at most ${MAX_MESSAGES} items.`, {
      param: 'input',
    });
  }
  if (kind === 'string' || kind === 'array') return;
  if (kind !== 'null') {
    throw new GatewayError('invalid-type', '"input" must be a string or an array of items.', {
      param: 'input',
    });
  }
  if (INPUT_ALTERNATIVES.some((key) => hasMember(document, key))) return;
  throw new GatewayError('missing-parameter', '"input" is required.', { param: 'input' });
}

function hasMember(document: JsonDocument, key: string): boolean {
  const member = document.member(key);
  return member !== undefined && document.kind(member) !== 'null';
}

/** Matches every event that is not a delta. */
const RELEVANT_EVENT = /response"|\.done"|error"|DONE\]/;

/** Reads the events of a response that is forwarded. */
class ResponseStreamTap implements StreamTap {
  isComplete = false;
  usage: Usage | undefined;
  private response: JsonObject = {};
  private readonly output: JsonObject[] = [];
  private sequenceNumber = -1;
  /** The newest events that were forwarded without parsing. */
  private skippedEvents: Buffer | undefined;

  constructor(private readonly secrets: readonly string[]) {}

  get isTerminated(): boolean {
    return this.isComplete;
  }

  getPlainLength(events: Buffer): number {
    const length = getLengthBefore(events, RELEVANT_EVENT);
    if (length > 0) this.skippedEvents = events.subarray(0, length);
    return length;
  }

  push(block: SseBlock): Uint8Array {
    const event = block.event && readEvent(block.event);
    if (event !== undefined) this.read(event);
    return block.raw;
  }

  /** Ends a failed response with the items that are complete. */
  fail(error: GatewayError): string {
    const response = failResponse({ ...this.response, output: this.output }, error);
    return encodeFailure(
      response,
      Math.max(this.sequenceNumber, findLastSequenceNumber(this.skippedEvents)) + 1,
    );
  }

  private read(event: JsonObject): void {
    const { type, response, item, sequence_number: sequenceNumber } = event;
    if (typeof sequenceNumber === 'number') this.sequenceNumber = sequenceNumber;
    if (isJsonObject(response)) this.readResponse(response);
    if (type === 'response.output_item.done' && isJsonObject(item)) this.output.push(item);
    if (type === 'error') throw decodeStreamedError(event, this.secrets);
    if (type === 'response.failed') throw decodeStreamedError(this.response['error'], this.secrets);
    if (type === 'response.completed' || type === 'response.incomplete') this.isComplete = true;
  }

  private readResponse(response: JsonObject): void {
    this.response = response;
    const { usage, service_tier: serviceTier } = response;
    const output = this.output.length > 0 ? this.output : response['output'];
    this.usage = readUsage(usage, { serviceTier, output }) ?? this.usage;
  }
}

function findLastSequenceNumber(events: Buffer | undefined): number {
  const at = events?.lastIndexOf('"sequence_number"') ?? -1;
  if (events === undefined || at === -1) return -1;
  const number = /^"sequence_number" ?: ?(\d{1,15})/.exec(events.toString('latin1', at, at + 64))?.[1];
  return number === undefined ? -1 : Number(number);
}

export function encodeFailure(response: JsonObject, sequenceNumber: number): string {
  const type = 'response.failed';
  const event = { type, sequence_number: sequenceNumber, response };
  return encodeSseEvent({ event: type, data: JSON.stringify(event) });
}
