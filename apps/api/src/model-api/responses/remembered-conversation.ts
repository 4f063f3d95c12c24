import { GatewayError, type JsonObject } from '#canonical';
import { countValues, encodeLargeJson, parseStoredJson, scanAhead } from '#json-scan';
import { responseState } from '#wire';

/** As many JSON values as a request may have: a longer conversation could not be continued. */
const MAX_VALUES = 500_000;
/** The objects around the text of a turn. */
const BYTES_PER_TURN = 256;
/** A client that sends its next request later than this sends the whole conversation. */
const MAX_IDLE_MS = 5 * 60_000;

/** A conversation up to one of its responses. */
export interface Conversation {
  id: string;
  /** JSON text: its size in memory is known, while that of parsed values is up to 25 times the size of their text. */
  turns: readonly Buffer[];
  bytes: number;
  values: number;
}

export interface FinishedResponse {
  id: string;
  body: JsonObject;
  output: readonly JsonObject[];
  /** What it continues, where that was remembered. */
  earlier: Conversation | undefined;
  /** Whether it is too large to be encoded in one step. */
  isLarge: boolean;
}

/** The conversation of the last response on a socket, which the next request can continue although nothing is stored. */
export class RememberedConversation {
  private current: Conversation | undefined;
  private release: () => void = () => undefined;
  private isClosed = false;

  constructor(
    /** Returns a function that releases the bytes; undefined where there is no room for them. */
    private readonly hold: (bytes: number) => (() => void) | undefined,
  ) {}

  /** Where a request names another response than the last one, that has to be a stored one. */
  find({ previous_response_id: id }: JsonObject): Conversation | undefined {
    return this.current?.id === id ? this.current : undefined;
  }

  /** Replaces what is remembered. A client whose conversation is not remembered sends all of it again. */
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

  /** Called periodically: nothing was sent or received for so long. */
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

/** Undefined where the turn alone has more values than a request may have. */
async function continueConversation({
  id,
  body,
  output,
  earlier,
  isLarge,
}: FinishedResponse): Promise<Conversation | undefined> {
  const turn = { input: responseState.inputAsItems(body['input']), output: [...output] };
  const content = isLarge ? await encodeLargeJson(turn) : Buffer.from(JSON.stringify(turn));
  const values = await countOrUndefined(content);
  if (values === undefined) return undefined;
  return {
    id,
    turns: [...(earlier?.turns ?? []), content],
    bytes: content.length + BYTES_PER_TURN + (earlier?.bytes ?? 0),
    values: values + (earlier?.values ?? 0),
  };
}

async function countOrUndefined(content: Buffer): Promise<number | undefined> {
  try {
    await scanAhead(content);
    return countValues(content);
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}
