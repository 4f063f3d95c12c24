import { type JsonObject } from '#canonical';
import { type RequestSize, estimateTokens } from '#relay';
import { REQUEST_VIEWS } from '#wire';
import { type RealtimeEvent, objectIn } from './frame-content.js';
import { type SessionFacts } from './session-facts.js';

const TOKENS_PER_INPUT_SECOND = 10;
/** The names in the GA and the beta protocol. */
const LIMITS = ['max_output_tokens', 'max_response_output_tokens'];

/** Keeps count of what a client sends, for an estimate of what the next response has to read. */
export class InputMeter {
  private itemBytes = 0;
  private instructionBytes = 0;
  private inputSeconds = 0;

  constructor(
    private readonly facts: SessionFacts,
    /** The gateway's own limit on the output of a response. */
    private readonly maxOutputTokens: number | undefined,
  ) {}

  /** An event of the client's that goes on to the upstream. */
  note(event: RealtimeEvent): void {
    if (event.type === 'conversation.item.create') this.itemBytes += countTextBytes(event);
    else if ('instructions' in objectIn(event, 'session')) this.instructionBytes = countTextBytes(event);
  }

  noteAudio(characters: number): void {
    this.inputSeconds += this.facts.toInputSeconds(characters);
  }

  /** Audio before a response is part of the upstream's conversation, which cannot be measured here. */
  noteResponse(): void {
    this.inputSeconds = 0;
  }

  /** Of a response that a client asks for, or one that the upstream makes by itself. */
  estimateSize(asked: JsonObject = {}): RequestSize {
    const textBytes = this.itemBytes + this.instructionBytes + countTextBytes(asked);
    const limits = [...LIMITS.map((name) => objectIn(asked, 'response')[name]), this.facts.maxOutputTokens];
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
