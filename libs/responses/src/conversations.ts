import { type JsonObject, type JsonValue } from '#canonical';
import { ByteBudget, type ByteHold } from '#limits';
import { responseState } from '#wire';
import { Injectable } from '@nestjs/common';
import { noEarlierResponse, notReplayedYet, tooManyReferences } from './response-errors.js';
import { OtherSpools } from './stored/other-spools.js';
import { ResponseReader } from './stored/response-reader.js';

const MAX_REFERENCES = 100;

export interface ConversationRequest {
  /** The request, with references replaced by their items. */
  request: JsonObject;
  /** The conversation that it continues, or empty. */
  turns: readonly responseState.StoredTurn[];
}

/** Loads the parts of a conversation that a request refers to by id. */
@Injectable()
export class Conversations {
  constructor(
    private readonly reader: ResponseReader,
    private readonly memory: ByteBudget,
    private readonly otherSpools: OtherSpools,
  ) {}

  /** The loaded data counts in the memory budget of this process until the work has ended. */
  async withHold<Result>(work: (hold: ByteHold) => Promise<Result>): Promise<Result> {
    const hold = this.memory.open();
    try {
      return await work(hold);
    } finally {
      hold.release();
    }
  }

  /** The loaded data counts in `hold`. */
  async load(
    owner: string,
    request: JsonObject,
    hold: ByteHold,
    earlierTurns?: readonly responseState.StoredTurn[],
  ): Promise<ConversationRequest> {
    // The relay rejects such a request and names the error. Nothing is loaded for it.
    if (!isWellFormed(request)) return { request, turns: [] };
    const ids = readReferences(request['input']);
    const turns = earlierTurns ?? (await this.loadEarlierTurns(owner, request, hold));
    if (ids.length === 0) return { request, turns };
    const items = await this.reader.findItems(owner, ids, hold);
    if (ids.some((id) => !items.has(id) && isStoredItemId(id))) await this.requireReplayed();
    return {
      request: { ...request, input: responseState.resolveReferences(request['input'], items) ?? null },
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
    if (conversation === undefined) await this.requireReplayed();
    if (conversation === undefined || !isContinuable(conversation.status)) throw noEarlierResponse();
    return conversation.turns;
  }

  /** A response that is not found may still be on the disk of another machine. */
  private async requireReplayed(): Promise<void> {
    if (await this.otherSpools.mayHoldResponses()) throw notReplayedYet();
  }
}

/** Returns the request with the items of the earlier turns before its own. */
export async function withEarlierTurns({ request, turns }: ConversationRequest): Promise<JsonObject> {
  if (turns.length === 0) return request;
  return { ...request, input: await responseState.chainInput(turns, request['input']) };
}

function isWellFormed({ model, input }: JsonObject): boolean {
  const isInput = input == null || typeof input === 'string' || Array.isArray(input);
  return typeof model === 'string' && isInput;
}

/** Other references are left to the provider, and need no database. */
function isStoredItemId(id: string): boolean {
  return responseState.parseItemResponseId(id) !== undefined;
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
