import { type CacheBreakpoint, isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import {
  type Conversation as AnyConversation,
  type Turn as AnyTurn,
  type BlockKinds,
  NO_RESULT,
  isBlank,
} from '../block-turns/turns.js';

/** A content block: an object with one member, whose name is the type. */
export type Block = JsonObject;
export type Turn = AnyTurn<Block>;
export type Conversation = AnyConversation<Block>;

/** The origin of reasoning signatures from services of this format. */
export const FORMAT_ID = 'bedrock-converse';

/** The tool that the model is forced to call with its response, if output can follow a schema only as a tool call. */
export const RESPONSE_TOOL = 'modelgate_json_answer';

export const PLACEHOLDER: Block = { text: '.' };

export function encodeText(text: string): Block[] {
  return isBlank(text) ? [] : [{ text }];
}

export function encodeCachePoint({ ttl }: CacheBreakpoint): Block {
  return { cachePoint: { type: 'default', ...(ttl === undefined ? {} : { ttl }) } };
}

export function getObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The value if it is a string, otherwise an empty string. */
export function getText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function isResult(block: Block): boolean {
  return 'toolResult' in block;
}

export const BLOCK_KINDS: BlockKinds<Block> = {
  isReasoning: (block) => 'reasoningContent' in block,
  getCallId: (block) => ('toolUse' in block ? getText(getObject(block['toolUse'])['toolUseId']) : undefined),
  getResult(block) {
    if (!isResult(block)) return undefined;
    const { toolUseId, content } = getObject(block['toolResult']);
    return { callId: getText(toolUseId), content };
  },
  buildMissingResult: (callId) => ({ toolResult: { toolUseId: callId, content: [{ text: NO_RESULT }] } }),
};
