import { createHash } from 'node:crypto';

/**
 * Headers that name the session of an agent, the most specific first: the one that any client can set, then those of
 * Claude Code, Codex and opencode, then those that name only a part of a session.
 */
const SESSION_HEADERS = [
  'x-session-id',
  'x-claude-code-session-id',
  'session-id',
  'session_id',
  'x-opencode-session',
  'thread-id',
  'thread_id',
  'conversation_id',
] as const;

/** Longer values are ignored. */
const MAX_TEXT_LENGTH = 1_024;
const MAX_ID_LENGTH = 128;
const DIGEST_LENGTH = 32;
const PRINTABLE_ASCII = /^[\u0020-\u007e]+$/;
/** The beginnings of API keys, including those of this gateway. */
const KEY_PREFIX = /^(?:sk-|bearer |AIza|eyJ)/i;

/** The session that the headers name, if any. */
export function readSessionId(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  for (const name of SESSION_HEADERS) {
    const value = headers[name];
    const id = typeof value === 'string' ? toSessionId(value) : undefined;
    if (id !== undefined) return id;
  }
  return undefined;
}

/**
 * The session id as it is stored. Values that are long, not ASCII or look like a key are replaced by a digest, which
 * still distinguishes sessions but reveals nothing.
 */
export function toSessionId(text: string): string | undefined {
  const id = text.trim();
  if (id === '' || id.length > MAX_TEXT_LENGTH) return undefined;
  if (id.length <= MAX_ID_LENGTH && PRINTABLE_ASCII.test(id) && !KEY_PREFIX.test(id)) return id;
  return `sha256:${createHash('sha256').update(id).digest('hex').slice(0, DIGEST_LENGTH)}`;
}
