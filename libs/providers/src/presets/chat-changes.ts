import { type RequestChange } from '#wire';

type MessageChange = NonNullable<RequestChange['each']>[string];

/** Marks of what to cache, of which services that cache by themselves know nothing. */
export const CACHE_MARKS = ['cache_control', 'prompt_cache_breakpoint'];

/** For services that have no other name for whoever instructs the model. */
export const OLDER_ROLES: MessageChange = { words: { role: { developer: 'system' } } };

/**
 * For models that think and want to see with every call what they thought when they made it. Clients that keep nothing
 * of it have nothing to send; a blank is the least that is taken.
 */
export const REASONED_CALLS: MessageChange = { addBeside: { tool_calls: { reasoning_content: ' ' } } };

/**
 * What clients repeat of an answer, or of another service's, that is no part of a message here. OpenAI's own library
 * writes `parsed` into what it has streamed.
 */
export const ECHOED_MEMBERS = ['reasoning_content', 'thinking_blocks', 'refusal', 'annotations', 'parsed'];

export const NO_NAMES = { name: 'the model service does not tell speakers apart by name' };
