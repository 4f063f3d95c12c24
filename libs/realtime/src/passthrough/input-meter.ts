import { type JsonObject } from '#canonical';
import { type RequestSize, estimateTokens } from '#relay';
import { REQUEST_VIEWS } from '#wire';
import { type RealtimeEvent, objectIn } from './frame-content.js';
import { type SessionFacts } from './session-facts.js';

const TOKENS_PER_SECOND_HEARD = 10;
/** Today's name, and that of the first version. */
const LIMITS = ['max_output_tokens', 'max_response_output_tokens'];

/** Keeps count of what a client sends, for an estimate of what the next response has to read. */
export class InputMeter {
  private itemBytes = 0;
  private instructionBytes = 0;
  private secondsHeard = 0;

  constructor(
    private readonly facts: SessionFacts,
    /** The most that this gateway lets an answer hold. */
    private readonly maxOutputTokens: number | undefined,
  ) {}

  /** An event of the client's that goes on to the upstream. */
  note(event: RealtimeEvent): void {
    if (event.type === 'conversation.item.create') this.itemBytes += textBytesOf(event);
    else if ('instructions' in objectIn(event, 'session')) this.instructionBytes = textBytesOf(event);
  }

  noteSound(characters: number): void {
    this.secondsHeard += this.facts.secondsHeard(characters);
  }

  /** What was heard is part of a conversation now that nobody here can measure. */
  noteResponse(): void {
    this.secondsHeard = 0;
  }

  /** Of a response that a client asks for, or one that the upstream makes by itself. */
  sizeOf(asked: JsonObject = {}): RequestSize {
    const textBytes = this.itemBytes + this.instructionBytes + textBytesOf(asked);
    const limits = [...LIMITS.map((name) => objectIn(asked, 'response')[name]), this.facts.maxOutputTokens];
    const wished = limits.find((limit) => typeof limit === 'number');
    return {
      inputTokens: estimateTokens(textBytes) + Math.ceil(this.secondsHeard * TOKENS_PER_SECOND_HEARD),
      maxOutputTokens: wished ?? this.maxOutputTokens,
    };
  }
}

function textBytesOf(event: JsonObject): number {
  let bytes = 0;
  REQUEST_VIEWS['openai-realtime'].mapTexts(event, (text) => {
    bytes += Buffer.byteLength(text);
    return text;
  });
  return bytes;
}
