import { isLargeJson, parseLargeJson, readJsonObject } from '#json-scan';
import { type RouteHints, TOKEN_COUNTERS, type TokenCounterId } from '#wire';

/** A request whose texts are to be extracted. It is plain data, so another thread can do it. */
export interface TextsJob {
  format: TokenCounterId;
  body: Buffer;
  hints: RouteHints;
}

/** All texts of a conversation that the model reads. */
export interface ConversationTexts {
  texts: readonly string[];
}

export async function decodeTexts({ format, body, hints }: TextsJob): Promise<ConversationTexts> {
  const parsed = isLargeJson(body) ? await parseLargeJson(body) : readJsonObject(body);
  return { texts: TOKEN_COUNTERS[format].getTexts(parsed, hints) };
}
