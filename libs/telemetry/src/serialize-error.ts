const MAX_MESSAGE_CHARACTERS = 2_000;
const MAX_STACK_CHARACTERS = 4_000;
const MAX_CAUSES = 4;

export interface SerializedError {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: SerializedError;
}

/**
 * What a log says of an error: named fields only. Libraries hang whole clients on their errors, with settings and
 * sockets and passwords, and none of that belongs in a log.
 */
export function serializeError(thrown: unknown, causesLeft = MAX_CAUSES): SerializedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: describeValue(thrown) };
  const { stack, cause } = thrown;
  const code = readCode(thrown);
  return {
    type: cut(thrown.constructor.name || thrown.name, MAX_MESSAGE_CHARACTERS),
    message: cut(messageFrom(thrown), MAX_MESSAGE_CHARACTERS),
    ...(code !== undefined && { code }),
    ...(typeof stack === 'string' && { stack: cut(stack, MAX_STACK_CHARACTERS) }),
    ...(cause !== undefined && causesLeft > 0 && { cause: serializeError(cause, causesLeft - 1) }),
  };
}

/** For fields that may hold an error, or else some text. */
export function serializeIfError(value: unknown): unknown {
  return value instanceof Error ? serializeError(value) : value;
}

/** A value that somebody wants to be read: text as it is, of anything else no more than its kind. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return cut(value, MAX_MESSAGE_CHARACTERS);
  if (value instanceof Error) return cut(`${value.name}: ${messageFrom(value)}`, MAX_MESSAGE_CHARACTERS);
  if (typeof value === 'object' && value !== null) return `[${value.constructor?.name ?? 'Object'}]`;
  return cut(String(value), MAX_MESSAGE_CHARACTERS);
}

export function cut(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)} …`;
}

/** An error made of several often has no message of its own. */
function messageFrom(error: Error): string {
  const message: unknown = error.message;
  if (message !== '' || !(error instanceof AggregateError)) return describeValue(message);
  return error.errors
    .slice(0, MAX_CAUSES)
    .map((part: unknown) => (part instanceof Error ? part.message : describeValue(part)))
    .join('; ');
}

function readCode(error: Error): string | number | undefined {
  const { code } = error as { code?: unknown };
  if (typeof code === 'number') return code;
  return typeof code === 'string' ? cut(code, MAX_MESSAGE_CHARACTERS) : undefined;
}
