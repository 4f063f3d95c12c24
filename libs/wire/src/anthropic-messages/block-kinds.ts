import { type JsonObject } from '#canonical';
import {
  type Conversation as AnyConversation,
  type Turn as AnyTurn,
  type BlockKinds,
  NO_RESULT,
} from '../block-turns/turns.js';
import { type Block, toText } from './json-values.js';

export type Turn = AnyTurn<Block>;
export type Conversation = AnyConversation<Block>;

export function isThinking({ type }: JsonObject): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

export const BLOCK_KINDS: BlockKinds<Block> = {
  isReasoning: isThinking,
  getCallId: (block) => (block.type === 'tool_use' ? toText(block['id']) : undefined),
  getResult: (block) =>
    block.type === 'tool_result'
      ? { callId: toText(block['tool_use_id']), content: block['content'] }
      : undefined,
  buildMissingResult: (callId) => ({
    type: 'tool_result',
    tool_use_id: callId,
    content: [{ type: 'text', text: NO_RESULT }],
    is_error: true,
  }),
};
