import { GatewayError, type JsonObject } from '#canonical';
import { countValues, encodeLargeJson, parseStoredJson, scanAhead } from '#json-scan';
import { responseState } from '#wire';

/** The maximum of JSON values in a request. A longer conversation could not be continued. */
const MAX_VALUES = 500_000;
/** An estimate of the memory for the objects of a turn, besides its text. */
const BYTES_PER_TURN = 256;
/** After this time the conversation is forgotten. The client must then send all of it again. */
const MAX_IDLE_MS = 5 * 60_000;

/** A conversation up to one of its responses. */
export interface Conversation {
  id: string;
  /** JSON text, whose size in memory is known. Parsed values can use 25 times as much. */
  turns: readonly Buffer[];
  bytes: number;
  values: number;
}

export interface FinishedResponse {
  id: string;
  body: JsonObject;
  output: readonly JsonObject[];
  /** The remembered conversation that the response continues. */
  earlier: Conversation | undefined;
  /** Whether it is too large to be encoded in one step. */
  isLarge: boolean;
}

/** The conversation of the last response on a socket. The next request can continue it even if responses are not stored. */
export class RememberedConversation {
  private current: Conversation | undefined;
  private release: () => void = () => undefined;
  private isClosed = false;

  constructor(
    /** Reserves memory, and returns a function that releases it. Undefined if there is not enough memory. */
    private readonly hold: (bytes: number) => (() => void) | undefined,
  ) {}

  /** Undefined if the request continues another response, which must be stored, or none. */
  find({ previous_response_id: id }: JsonObject): Conversation | undefined {
    return this.current?.id === id ? this.current : undefined;
  }

  /** Replaces the remembered conversation. If it cannot be remembered, the client must send all of it again. */
  async remember(response: FinishedResponse): Promise<void> {
    const { body, earlier } = response;
    const isWhole = earlier !== undefined || body['previous_response_id'] == null;
    const next = isWhole ? await continueConversation(response) : undefined;
    this.forget();
    if (next === undefined || this.isClosed || next.values > MAX_VALUES) return;
    const release = this.hold(next.bytes);
    if (release === undefined) return;
    this.release = release;
    this.current = next;
  }

  /** Called periodically, with the time since the last message. */
  noteIdle(idleMs: number): void {
    if (idleMs >= MAX_IDLE_MS) this.forget();
  }

  close(): void {
    this.isClosed = true;
    this.forget();
  }

  private forget(): void {
    this.current = undefined;
    this.release();
    this.release = () => undefined;
  }
}

export async function loadTurns({ turns }: Conversation): Promise<responseState.StoredTurn[]> {
  const loaded: responseState.StoredTurn[] = [];
  for (const turn of turns) loaded.push((await parseStoredJson(turn)) as unknown as responseState.StoredTurn);
  return loaded;
}

/** Undefined if the turn alone has more values than a request can have. */
async function continueConversation({
  id,
  body,
  output,
  earlier,
  isLarge,
}: FinishedResponse): Promise<Conversation | undefined> {
  const turn = { input: responseState.inputAsItems(body['input']), output: [...output] };
  const content = isLarge ? await encodeLargeJson(turn) : Buffer.from(JSON.stringify(turn));
  const values = await tryCountValues(content);
  if (values === undefined) return undefined;
  return {
    id,
    turns: [...(earlier?.turns ?? []), content],
    bytes: content.length + BYTES_PER_TURN + (earlier?.bytes ?? 0),
    values: values + (earlier?.values ?? 0),
  };
}

async function tryCountValues(content: Buffer): Promise<number | undefined> {
  try {
    await scanAhead(content);
    return countValues(content);
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}
