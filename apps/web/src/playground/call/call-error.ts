/** A call that failed, as the API told it. Status 0: no answer came at all. */
export class CallError extends Error {
  readonly status: number;
  /** The JSON of the answer, or its text. */
  readonly body: unknown;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;

  constructor(
    message: string,
    details: { status: number; body?: unknown; requestId?: string; retryAfterSeconds?: number },
  ) {
    super(message);
    this.name = 'CallError';
    this.status = details.status;
    this.body = details.body;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** The details that it can be made of again. The message of an Error is not part of its JSON otherwise. */
  toJSON(): object {
    const { message, status, body, requestId, retryAfterSeconds } = this;
    return { message, status, body, requestId, retryAfterSeconds };
  }

  /** The word that programs go by, such as `invalid_api_key`. */
  get code(): string | undefined {
    const { code, type, status } = errorIn(this.body);
    return [code, status, type].find((word) => typeof word === 'string');
  }
}

/** For an error that arrives as a part of an answer that had begun well. */
export function brokenOff(body: unknown, requestId: string | undefined): CallError {
  return new CallError(messageIn(body) ?? 'The response ended early.', { status: 200, body, requestId });
}

/** What the API says in words, whichever format it speaks. */
export function messageIn(body: unknown): string | undefined {
  const { message } = errorIn(body);
  return typeof message === 'string' ? message : undefined;
}

function errorIn(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return {};
  const { error, response } = body as { error?: unknown; response?: unknown };
  if (typeof error === 'object' && error !== null) return error as Record<string, unknown>;
  return response === undefined ? (body as Record<string, unknown>) : errorIn(response);
}
