import { createHash } from 'node:crypto';

/**
 * Headers that name the session of an agent, the most deliberate first: the one that anybody can set, then those that
 * Claude Code, Codex and opencode set by themselves, then those that name only a part of a session.
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

/** What is longer than this is no id. */
const MAX_TEXT_LENGTH = 1_024;
const MAX_ID_LENGTH = 128;
const DIGEST_LENGTH = 32;
const PLAIN = /^[\u0020-\u007e]+$/;
/** How keys begin, this gateway's own among them. */
const KEY = /^(?:sk-|bearer |AIza|eyJ)/i;

/** The session that the headers of a request name. */
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
 * A session's id as it is written down. What is long, unusual, or looks like a key is replaced by a digest: it still
 * tells sessions apart, and gives nothing away.
 */
export function toSessionId(text: string): string | undefined {
  const id = text.trim();
  if (id === '' || id.length > MAX_TEXT_LENGTH) return undefined;
  if (id.length <= MAX_ID_LENGTH && PLAIN.test(id) && !KEY.test(id)) return id;
  return `sha256:${createHash('sha256').update(id).digest('hex').slice(0, DIGEST_LENGTH)}`;
}
