import {
  type RouteHints,
  TOKEN_COUNTERS,
  type TokenCounterId,
  isLargeJson,
  parseLargeJson,
  readJsonObject,
} from '#wire';

/** A request whose texts are wanted, as plain data: another thread may do the work. */
export interface TextsJob {
  format: TokenCounterId;
  body: Buffer;
  hints: RouteHints;
}

/** All texts of a conversation that a model gets to read. */
export interface ConversationTexts {
  texts: readonly string[];
}

export async function decodeTexts({ format, body, hints }: TextsJob): Promise<ConversationTexts> {
  const parsed = isLargeJson(body) ? await parseLargeJson(body) : readJsonObject(body);
  return { texts: TOKEN_COUNTERS[format].getTexts(parsed, hints) };
}
