import { FORMAT_IDS } from '#declarations';
import { type RequestFormatOf } from './request-formats.js';

export { FORMAT_IDS };

export type Operation = keyof typeof FORMAT_IDS;
export type FormatOf<One extends Operation> = (typeof FORMAT_IDS)[One][number];
export type FormatId = FormatOf<Operation>;

/** The formats of upstreams for chat. */
export type UpstreamFormatId = FormatOf<'chat'>;

/** The chat formats that both clients and upstreams use. */
export type WireFormatId = RequestFormatOf<'chat'>;

/**
 * The chat formats of clients. `openai-chat-input` has the request of Responses and the response of Chat Completions.
 */
export type ClientFormatId = WireFormatId | 'openai-chat-input';

export function isFormatOf<One extends Operation>(operation: One, id: string): id is FormatOf<One> {
  return (FORMAT_IDS[operation] as readonly string[]).includes(id);
}
