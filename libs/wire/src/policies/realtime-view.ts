import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { mapInputItem, mapInput } from '../openai-responses/request-view.js';
import { changeAt, changeDocument, changeMembers } from './change.js';
import { type OutputCap, type RequestBody, type RequestView, isForm } from './request-view.js';
import { mapString } from './texts.js';
import { parseNumber } from './requested-values.js';

/** The limit's current name and its name in the beta dialect. */
const LIMITS = ['max_output_tokens', 'max_response_output_tokens'];
/** The objects in events that contain settings. */
const HOLDERS = ['session', 'response'];
const UNLIMITED = 'inf';

/**
 * One event of a client in a realtime session. Settings that an event omits do not change, so a limit is never added
 * to an event; the session's initial settings must have one.
 */
export const realtimeEventView: RequestView = {
  inputName: 'item',
  mapTexts(body, map) {
    const settings = (value: JsonValue): JsonValue =>
      changeAt(value, {
        instructions: (text) => mapString(text, (one) => map(one, 'system')),
        input: (input) => mapInput(input, map),
      });
    return changeDocument(body, {
      item: (item) => mapInputItem(item, map),
      session: settings,
      response: settings,
    });
  },
  output: { cap, withLimit },
};

function cap(event: RequestBody): OutputCap | undefined {
  if (isForm(event)) return undefined;
  const limits = HOLDERS.flatMap((holder) =>
    LIMITS.map((name) => ({ param: `${holder}.${name}`, limit: parseLimit(getMember(event[holder], name)) })),
  );
  const [highest] = limits
    .filter(({ limit }) => limit !== undefined)
    .toSorted((a, b) => (b.limit ?? 0) - (a.limit ?? 0));
  return highest;
}

function withLimit(event: RequestBody, limit: number): RequestBody {
  const lowered = (value: JsonValue): JsonValue =>
    isJsonObject(value)
      ? changeMembers(value, (member, key) =>
          LIMITS.includes(key) && (parseLimit(member) ?? 0) > limit ? limit : member,
        )
      : value;
  return changeDocument(event, Object.fromEntries(HOLDERS.map((holder) => [holder, lowered])));
}

function parseLimit(value: JsonValue | undefined): number | undefined {
  return value === UNLIMITED ? Infinity : parseNumber(value);
}

function getMember(holder: JsonObject[string] | undefined, name: string): JsonValue | undefined {
  return isJsonObject(holder) ? holder[name] : undefined;
}
