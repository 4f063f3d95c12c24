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
 * The fields of an error that are logged. Libraries add whole clients to their errors, with settings, sockets and
 * passwords, which must not be logged.
 */
export function serializeError(thrown: unknown, causesLeft = MAX_CAUSES): SerializedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: describeValue(thrown) };
  const { stack, cause } = thrown;
  const code = readCode(thrown);
  return {
    type: truncate(thrown.constructor.name || thrown.name, MAX_MESSAGE_CHARACTERS),
    message: truncate(getMessage(thrown), MAX_MESSAGE_CHARACTERS),
    ...(code !== undefined && { code }),
    ...(typeof stack === 'string' && { stack: truncate(stack, MAX_STACK_CHARACTERS) }),
    ...(cause !== undefined && causesLeft > 0 && { cause: serializeError(cause, causesLeft - 1) }),
  };
}

/** For fields that contain an error or another value. */
export function serializeIfError(value: unknown): unknown {
  return value instanceof Error ? serializeError(value) : value;
}

/** A value as text. Of an object, only the name of its class is returned. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return truncate(value, MAX_MESSAGE_CHARACTERS);
  if (value instanceof Error) return truncate(`${value.name}: ${getMessage(value)}`, MAX_MESSAGE_CHARACTERS);
  if (typeof value === 'object' && value !== null) return `[${value.constructor?.name ?? 'Object'}]`;
  return truncate(String(value), MAX_MESSAGE_CHARACTERS);
}

export function truncate(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)} …`;
}

/** An AggregateError often has no message of its own. */
function getMessage(error: Error): string {
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
  return typeof code === 'string' ? truncate(code, MAX_MESSAGE_CHARACTERS) : undefined;
}
