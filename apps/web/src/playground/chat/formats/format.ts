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

/** An API format: builds requests from a conversation and reads responses. */
export interface Format {
  label: string;
  parameters: readonly ParameterName[];
  efforts: readonly Effort[];
  buildRequest: (model: string, turns: readonly Turn[], settings: Settings) => ApiRequest;
  /** Returns the reply with the data of a stream event added. */
  readEvent: (reply: Reply, event: unknown) => Reply;
  readBody: (body: unknown) => Reply;
}
