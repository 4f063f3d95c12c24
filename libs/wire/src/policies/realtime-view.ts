import { type JsonObject, type JsonValue } from '#canonical';
import { mapInputItem, mapInput } from '../openai-responses/request-view.js';
import { isJsonObject } from '../validation/json-values.js';
import { changeAt, changeDocument, changeMembers } from './change.js';
import { type OutputCap, type RequestBody, type RequestView, isForm } from './request-view.js';
import { mapString } from './texts.js';
import { numberIn } from './requested-values.js';

/** Both names of the limit: the current one, and that of the first version. */
const LIMITS = ['max_output_tokens', 'max_response_output_tokens'];
/** What holds settings in the events that have any. */
const HOLDERS = ['session', 'response'];
const UNLIMITED = 'inf';

/**
 * One event that a client sends in a realtime conversation. Settings that an event leaves out stay as they were, so
 * a limit is never added to an event: it is for the session's first settings to hold one.
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
  const given = HOLDERS.flatMap((holder) =>
    LIMITS.map((name) => ({ param: `${holder}.${name}`, limit: limitIn(getMember(event[holder], name)) })),
  );
  const [highest] = given
    .filter(({ limit }) => limit !== undefined)
    .toSorted((a, b) => (b.limit ?? 0) - (a.limit ?? 0));
  return highest;
}

function withLimit(event: RequestBody, limit: number): RequestBody {
  const lowered = (value: JsonValue): JsonValue =>
    isJsonObject(value)
      ? changeMembers(value, (member, key) =>
          LIMITS.includes(key) && (limitIn(member) ?? 0) > limit ? limit : member,
        )
      : value;
  return changeDocument(event, Object.fromEntries(HOLDERS.map((holder) => [holder, lowered])));
}

function limitIn(value: JsonValue | undefined): number | undefined {
  return value === UNLIMITED ? Infinity : numberIn(value);
}

function getMember(holder: JsonObject[string] | undefined, name: string): JsonValue | undefined {
  return isJsonObject(holder) ? holder[name] : undefined;
}
