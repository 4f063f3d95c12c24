import { type AssistantPart, type JsonObject } from '#canonical';
import { REQUEST_VIEWS, type RequestView, type TextRole, WIRE_FORMATS, type WireFormatId } from '#wire';
import { type RecordedBody, type RecordedContent } from './recorded-content.js';

export interface ContentMessage {
  role: TextRole;
  text: string;
}

/** The messages of a recorded request as plain text, for all formats. */
export interface ReadConversation {
  /** Empty if the recorded request is truncated or cannot be parsed. */
  asked: ContentMessage[];
  /** The text of the response. Undefined if there is none or it cannot be extracted. */
  answered: string | undefined;
}

export function readConversation({
  format,
  requestFormat,
  request,
  answer,
}: RecordedContent): ReadConversation {
  return { asked: readAsked(requestFormat, request), answered: answer && readResponseText(format, answer) };
}

/** Joins consecutive texts of the same role into one message. */
function readAsked(format: string, side: RecordedBody): ContentMessage[] {
  const view = (REQUEST_VIEWS as Record<string, RequestView | undefined>)[format];
  const body = parseOrUndefined(side);
  if (view === undefined || body === undefined) return [];
  const messages: ContentMessage[] = [];
  view.mapTexts(body, (text, role) => {
    const last = messages.at(-1);
    if (last?.role === role) last.text += `\n\n${text}`;
    else if (text !== '') messages.push({ role, text });
    return text;
  });
  return messages;
}

function readResponseText(format: string, side: RecordedBody): string | undefined {
  const body = parseOrUndefined(side);
  if (body === undefined || !Object.hasOwn(WIRE_FORMATS, format)) return undefined;
  try {
    const [choice] = WIRE_FORMATS[format as WireFormatId].egress.decodeResponse(body).choices;
    const text = choice?.content.flatMap(getWords).join('\n\n');
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}

function getWords(part: AssistantPart): string[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text === '' ? [] : [part.text];
    case 'tool-call':
      return [`${part.name}(${part.arguments})`];
    case 'audio':
      return part.transcript === undefined ? [] : [part.transcript];
    case 'reasoning':
    case 'image':
      return [];
  }
}

function parseOrUndefined({ body, isCut }: RecordedBody): JsonObject | undefined {
  if (isCut) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
