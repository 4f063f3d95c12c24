import { type JsonObject, type JsonValue } from '#canonical';
import { ByteBudget, type ByteHold } from '#limits';
import { responseState } from '#wire';
import { Injectable } from '@nestjs/common';
import { noEarlierResponse, tooManyReferences } from './response-errors.js';
import { ResponseReader } from './stored/response-reader.js';

/** How many stored items a request may refer to. */
const MAX_REFERENCES = 100;

export interface ConversationRequest {
  /** The request, with items in the place of references. */
  asked: JsonObject;
  /** The conversation that it continues; empty where it begins one. */
  turns: readonly responseState.StoredTurn[];
}

/** Loads the parts of a conversation that a request names by their ids. */
@Injectable()
export class Conversations {
  constructor(
    private readonly reader: ResponseReader,
    private readonly memory: ByteBudget,
  ) {}

  /** What the work loads counts in the memory of this process until it is over. */
  async withHold<Result>(work: (hold: ByteHold) => Promise<Result>): Promise<Result> {
    const hold = this.memory.open();
    try {
      return await work(hold);
    } finally {
      hold.release();
    }
  }

  /** What is loaded counts in `hold` until its owner releases it. */
  async load(
    owner: string,
    asked: JsonObject,
    hold: ByteHold,
    earlier?: readonly responseState.StoredTurn[],
  ): Promise<ConversationRequest> {
    // Such a request is refused by the relay, which names what is wrong. Nothing is loaded for it.
    if (!isWellFormed(asked)) return { asked, turns: [] };
    const ids = readReferences(asked['input']);
    const turns = earlier ?? (await this.loadEarlierTurns(owner, asked, hold));
    if (ids.length === 0) return { asked, turns };
    const items = await this.reader.findItems(owner, ids, hold);
    return {
      asked: { ...asked, input: responseState.resolveReferences(asked['input'], items) ?? null },
      turns,
    };
  }

  private async loadEarlierTurns(
    owner: string,
    { previous_response_id: previousId }: JsonObject,
    hold: ByteHold,
  ): Promise<responseState.StoredTurn[]> {
    if (previousId === undefined || previousId === null) return [];
    const conversation =
      typeof previousId === 'string'
        ? await this.reader.loadConversation(owner, previousId, hold)
        : undefined;
    if (conversation === undefined || !isContinuable(conversation.status)) throw noEarlierResponse();
    return conversation.turns;
  }
}

/** The request with the items of the conversation before its own. */
export async function withEarlierTurns({ asked, turns }: ConversationRequest): Promise<JsonObject> {
  if (turns.length === 0) return asked;
  return { ...asked, input: await responseState.chainInput(turns, asked['input']) };
}

function isWellFormed({ model, input }: JsonObject): boolean {
  const isInput = input == null || typeof input === 'string' || Array.isArray(input);
  return typeof model === 'string' && isInput;
}

function readReferences(input: JsonValue | undefined): string[] {
  const ids: string[] = [];
  for (const { id, index } of responseState.findReferences(input)) {
    if (ids.length >= MAX_REFERENCES) throw tooManyReferences(index, MAX_REFERENCES);
    ids.push(id);
  }
  return ids;
}

/** A response that was cancelled or has failed has no output to continue from. */
function isContinuable(status: unknown): boolean {
  return status !== 'failed' && status !== 'cancelled';
}
