/** A failed call. Status 0 means that there was no response. */
export class CallError extends Error {
  readonly status: number;
  /** The response body: parsed JSON, or text. */
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

  /** Used to store a conversation. The message of an Error is not in its JSON by default. */
  toJSON(): object {
    const { message, status, body, requestId, retryAfterSeconds } = this;
    return { message, status, body, requestId, retryAfterSeconds };
  }

  /** The error code, such as `invalid_api_key`. */
  get code(): string | undefined {
    const { code, type, status } = getErrorObject(this.body);
    return [code, status, type].find((value) => typeof value === 'string');
  }
}

/** The error of a response that started with status 200, but ended with an error or too early. */
export function toInterruptedError(body: unknown, requestId: string | undefined): CallError {
  return new CallError(getErrorMessage(body) ?? 'The response ended early.', {
    status: 200,
    body,
    requestId,
  });
}

/** The error message in a response body of any API format. */
export function getErrorMessage(body: unknown): string | undefined {
  const { message } = getErrorObject(body);
  return typeof message === 'string' ? message : undefined;
}

function getErrorObject(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return {};
  const { error, response } = body as { error?: unknown; response?: unknown };
  if (typeof error === 'object' && error !== null) return error as Record<string, unknown>;
  return response === undefined ? (body as Record<string, unknown>) : getErrorObject(response);
}
