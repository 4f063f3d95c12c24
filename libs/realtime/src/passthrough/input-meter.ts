import { type JsonObject } from '#canonical';
import { type RequestSize, estimateTokens } from '#relay';
import { REQUEST_VIEWS } from '#wire';
import { type RealtimeEvent, getObject } from './frame-content.js';
import { type SessionFacts } from './session-facts.js';

const TOKENS_PER_INPUT_SECOND = 10;
/** The names in the GA protocol and the beta protocol. */
const LIMITS = ['max_output_tokens', 'max_response_output_tokens'];

/** Measures the input of a client, to estimate the input tokens of the next response. */
export class InputMeter {
  private itemBytes = 0;
  private instructionBytes = 0;
  private inputSeconds = 0;

  constructor(
    private readonly facts: SessionFacts,
    /** The gateway's own limit on the output of a response. */
    private readonly maxOutputTokens: number | undefined,
  ) {}

  /** Counts an event that is forwarded to the upstream. */
  note(event: RealtimeEvent): void {
    if (event.type === 'conversation.item.create') this.itemBytes += countTextBytes(event);
    else if ('instructions' in getObject(event, 'session')) this.instructionBytes = countTextBytes(event);
  }

  noteAudio(characters: number): void {
    this.inputSeconds += this.facts.toInputSeconds(characters);
  }

  /** After a response, earlier audio is part of the upstream's conversation, whose size is not known here. */
  noteResponse(): void {
    this.inputSeconds = 0;
  }

  /** Estimates the size of a response that a client requests or the upstream starts by itself. */
  estimateSize(event: JsonObject = {}): RequestSize {
    const textBytes = this.itemBytes + this.instructionBytes + countTextBytes(event);
    const limits = [...LIMITS.map((name) => getObject(event, 'response')[name]), this.facts.maxOutputTokens];
    const requested = limits.find((limit) => typeof limit === 'number');
    return {
      inputTokens: estimateTokens(textBytes) + Math.ceil(this.inputSeconds * TOKENS_PER_INPUT_SECOND),
      maxOutputTokens: requested ?? this.maxOutputTokens,
    };
  }
}

function countTextBytes(event: JsonObject): number {
  let bytes = 0;
  REQUEST_VIEWS['openai-realtime'].mapTexts(event, (text) => {
    bytes += Buffer.byteLength(text);
    return text;
  });
  return bytes;
}
