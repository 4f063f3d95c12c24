import { GatewayError, isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { holdsMoreValues } from '#json-scan';
import { missing, wrongType } from '../validation/faults.js';
import { clientEventFromBeta } from './beta/client-event.js';
import { oneOf } from './checks/check.js';
import { CLIENT_EVENT_CHECKS } from './checks/client-events.js';
import { type RealtimeDialect } from './connection.js';
import { RealtimeFault } from './realtime-error.js';
import {
  type OutputModalities,
  type RealtimeAudioFormat,
  type RealtimeReasoning,
  type RealtimeTool,
  type RealtimeToolChoice,
  type RealtimeVoice,
  type SessionUpdate,
} from './session.js';

/* Validated client events in the GA dialect. Unknown members are kept. */

type ItemStatus = 'completed' | 'incomplete' | 'in_progress';

type UserContent =
  | { type: 'input_text'; text: string }
  | { type: 'input_audio'; audio?: string; transcript?: string | null }
  | { type: 'input_image'; image_url: string; detail?: 'auto' | 'low' | 'high' };
type AssistantContent =
  | { type: 'output_text'; text: string }
  | { type: 'output_audio'; audio?: string; transcript?: string };
type SystemContent = { type: 'input_text'; text: string };

interface ItemHead {
  id?: string;
  status?: ItemStatus;
}

type MessageItem = ItemHead & { type: 'message' } & (
    | { role: 'user'; content: UserContent[] }
    | { role: 'assistant'; content: AssistantContent[] }
    | { role: 'system'; content: SystemContent[] }
  );
type FunctionCallItem = ItemHead & {
  type: 'function_call';
  name: string;
  arguments: string;
  call_id?: string;
};
type FunctionCallOutputItem = ItemHead & {
  type: 'function_call_output';
  call_id: string;
  output: string;
};
/** Items of tools that run on MCP servers. */
type McpItem = ItemHead & {
  type: 'mcp_approval_response' | 'mcp_approval_request' | 'mcp_list_tools' | 'mcp_call';
};

type RealtimeItem = MessageItem | FunctionCallItem | FunctionCallOutputItem | McpItem;
type RealtimeInput = RealtimeItem | { type: 'item_reference'; id: string };

/** The settings of one response, which override those of the session. */
interface ResponseRequest {
  conversation?: string;
  input?: RealtimeInput[];
  instructions?: string;
  output_modalities?: OutputModalities;
  audio?: { output?: { format?: RealtimeAudioFormat; voice?: RealtimeVoice } };
  max_output_tokens?: number | 'inf';
  metadata?: Record<string, string> | null;
  tools?: RealtimeTool[];
  tool_choice?: RealtimeToolChoice;
  parallel_tool_calls?: boolean;
  prompt?: JsonObject | null;
  reasoning?: RealtimeReasoning;
  /** Set only by clients of the beta dialect. */
  temperature?: number;
}

type ClientEvent = { event_id?: string } & (
  | { type: 'session.update'; session: SessionUpdate }
  | { type: 'input_audio_buffer.append'; audio: string }
  | { type: 'input_audio_buffer.commit' }
  | { type: 'input_audio_buffer.clear' }
  | { type: 'conversation.item.create'; item: RealtimeItem; previous_item_id?: string | null }
  | { type: 'conversation.item.retrieve'; item_id: string }
  | { type: 'conversation.item.truncate'; item_id: string; content_index: number; audio_end_ms: number }
  | { type: 'conversation.item.delete'; item_id: string }
  | { type: 'response.create'; response?: ResponseRequest | null }
  | { type: 'response.cancel'; response_id?: string }
  | { type: 'output_audio_buffer.clear' }
);

const SMALL_FRAME = 64 * 1024;
/** Far more than any session, item or response has. 16 MB could contain eight million numbers. */
const MAX_VALUES = 20_000;

/** Parses a client's frame as an event in the GA dialect. Throws a RealtimeFault with the client's own names. */
export function readClientEvent(frame: string | Buffer, dialect: RealtimeDialect): ClientEvent {
  const event = parseEvent(frame);
  try {
    checkEvent(event, dialect);
  } catch (error) {
    throw new RealtimeFault(GatewayError.from(error), getId(event));
  }
  return (dialect === 'beta' ? clientEventFromBeta(event) : event) as unknown as ClientEvent;
}

function toBytes(frame: string | Buffer): Buffer {
  return typeof frame === 'string' ? Buffer.from(frame) : frame;
}

function parseEvent(frame: string | Buffer): JsonObject {
  let event: JsonValue | undefined;
  try {
    const isTooMuch = frame.length > SMALL_FRAME && holdsMoreValues(toBytes(frame), MAX_VALUES);
    if (!isTooMuch) event = JSON.parse(frame.toString()) as JsonValue;
  } catch {
    throw fault('The message is not valid JSON.');
  }
  if (event === undefined) {
    throw fault(`The message is too complex: it can have at most ${MAX_VALUES} JSON values.`);
  }
  if (!isJsonObject(event)) throw fault('The message must be a JSON object with a "type".');
  return event;
}

function fault(message: string): RealtimeFault {
  return new RealtimeFault(new GatewayError('invalid-json', message), undefined);
}

const CHECK_TYPE = {
  ga: oneOf(...Object.keys(CLIENT_EVENT_CHECKS.ga)),
  beta: oneOf(...Object.keys(CLIENT_EVENT_CHECKS.beta)),
};

function checkEvent(event: JsonObject, dialect: RealtimeDialect): void {
  const { type } = event;
  if (type === undefined) throw missing('type');
  if (typeof type !== 'string') throw wrongType('type', 'a string');
  CHECK_TYPE[dialect](type, 'type');
  CLIENT_EVENT_CHECKS[dialect][type]?.(event, '');
}

function getId({ event_id }: JsonObject): string | undefined {
  return typeof event_id === 'string' ? event_id : undefined;
}
