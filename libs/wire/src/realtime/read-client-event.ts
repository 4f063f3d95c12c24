import { GatewayError, type JsonObject, type JsonValue } from '#canonical';
import { clientEventFromBeta } from './beta/client-event.js';
import { missing, wrongType } from '../openai-dialect/faults.js';
import { word } from './checks/check.js';
import { CLIENT_EVENT_CHECKS } from './checks/client-events.js';
import { type ClientEvent } from './client-event.js';
import { isObject } from './json-members.js';
import { type RealtimeDialect } from './realtime-dialect.js';
import { RealtimeFault } from './realtime-fault.js';

/** A frame of a client as an event in today's names. Throws a RealtimeFault, in the client's own names. */
export function readClientEvent(frame: string | Buffer, dialect: RealtimeDialect): ClientEvent {
  const event = parseEvent(frame.toString());
  try {
    checkEvent(event, dialect);
  } catch (error) {
    throw new RealtimeFault(GatewayError.from(error), getId(event));
  }
  return (dialect === 'beta' ? clientEventFromBeta(event) : event) as unknown as ClientEvent;
}

function parseEvent(frame: string): JsonObject {
  let event: JsonValue;
  try {
    event = JSON.parse(frame) as JsonValue;
  } catch {
    throw fault('The message is not valid JSON.');
  }
  if (!isObject(event)) throw fault('The message must be a JSON object with a "type".');
  return event;
}

function fault(message: string): RealtimeFault {
  return new RealtimeFault(new GatewayError('invalid-json', message), undefined);
}

const CHECK_TYPE = {
  ga: word(...Object.keys(CLIENT_EVENT_CHECKS.ga)),
  beta: word(...Object.keys(CLIENT_EVENT_CHECKS.beta)),
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
