import { type ApiRequest } from '../../call/api-request.js';
import { type Reply, type Turn } from '../conversation.js';
import { type Effort, type Settings } from '../settings/settings.js';

export type ParameterName =
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'maxTokens'
  | 'seed'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'stop';

/** A wire format of the public API: how a conversation is said in it, and how its answers are read. */
export interface Format {
  label: string;
  parameters: readonly ParameterName[];
  efforts: readonly Effort[];
  buildRequest: (model: string, turns: readonly Turn[], settings: Settings) => ApiRequest;
  /** Adds what an event of the stream says. */
  readEvent: (reply: Reply, event: unknown) => Reply;
  readWhole: (body: unknown) => Reply;
}
