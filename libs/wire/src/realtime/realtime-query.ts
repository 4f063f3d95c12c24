import { GatewayError } from '#canonical';
import { missing, wrongValue } from '../openai-dialect/faults.js';

/** What a connection is for. */
export type RealtimeTarget =
  | { kind: 'model'; model: string }
  /** Listening in on a call that is already running. */
  | { kind: 'call'; callId: string }
  /** Only writing down what is said; the model is named in the session. */
  | { kind: 'transcription' };

const TARGETS = '"model", "call_id" or "intent=transcription"';

export function readRealtimeQuery(query: URLSearchParams): RealtimeTarget {
  const model = modelIn(query);
  const callId = valueIn(query, 'call_id');
  const intent = intentIn(query);
  const targets: { param: string; target: RealtimeTarget }[] = [];
  if (model !== undefined) targets.push({ param: 'model', target: { kind: 'model', model } });
  if (callId !== undefined) targets.push({ param: 'call_id', target: { kind: 'call', callId } });
  if (intent !== undefined) targets.push({ param: 'intent', target: { kind: intent } });
  const [first, second] = targets;
  if (first === undefined) {
    throw new GatewayError('missing-parameter', `The address must name one of ${TARGETS}.`, {
      param: 'model',
    });
  }
  if (second !== undefined) {
    throw wrongValue(second.param, `cannot be given together with "${first.param}"`);
  }
  return first.target;
}

/** Azure's clients name a deployment, which is a model here; the version that they add says nothing more. */
function modelIn(query: URLSearchParams): string | undefined {
  const model = valueIn(query, 'model');
  const deployment = valueIn(query, 'deployment');
  if (model !== undefined && deployment !== undefined && model !== deployment) {
    throw wrongValue('deployment', 'names another model than "model"');
  }
  return model ?? deployment;
}

function intentIn(query: URLSearchParams): 'transcription' | undefined {
  const intent = valueIn(query, 'intent');
  if (intent === undefined || intent === 'transcription') return intent;
  throw wrongValue('intent', 'must be "transcription"');
}

function valueIn(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = new Set(query.getAll(name));
  if (others.length > 0) throw wrongValue(name, 'is given twice');
  if (value === '') throw missing(name);
  return value;
}
