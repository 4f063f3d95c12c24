import { type RequestChange } from '#wire';

type MessageChange = NonNullable<RequestChange['each']>[string];

/** Cache breakpoints, which services with automatic caching do not support. */
export const CACHE_MARKERS = ['cache_control', 'prompt_cache_breakpoint'];

/** For services that do not support the role `developer`. */
export const LEGACY_ROLES: MessageChange = { words: { role: { developer: 'system' } } };

/**
 * For reasoning models that require the reasoning of every earlier call. If the client does not send it, a blank is
 * the minimum that they accept.
 */
export const CALL_REASONING: MessageChange = { addBeside: { tool_calls: { reasoning_content: ' ' } } };

/**
 * Members of responses that clients send back but that these services refuse in messages. OpenAI's own library adds
 * `parsed` to streamed messages.
 */
export const ECHOED_MEMBERS = ['reasoning_content', 'thinking_blocks', 'refusal', 'annotations', 'parsed'];

export const NO_NAMES = { name: 'the provider does not support participant names' };
