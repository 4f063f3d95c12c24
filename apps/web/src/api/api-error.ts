/** An error response of the gateway, in any API format. */
export class ApiError extends Error {
  readonly status: number;
  readonly code?: string;
  /** The request field that caused the error. */
  readonly field?: string;
  readonly requestId?: string;
  /** The value of the `retry-after` header. */
  readonly retryAfterSeconds?: number;

  constructor(
    message: string,
    details: {
      status: number;
      code?: string;
      field?: string;
      requestId?: string;
      retryAfterSeconds?: number;
    },
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = details.status;
    this.code = details.code;
    this.field = details.field;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

interface ErrorBody {
  error?: { message?: string; code?: string | null; param?: string | null };
}

export function buildApiError(response: Response, body: unknown): ApiError {
  const { error } = (body ?? {}) as ErrorBody;
  return new ApiError(error?.message ?? `The gateway responded with status ${response.status}.`, {
    status: response.status,
    code: error?.code ?? undefined,
    field: error?.param ?? undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: parseSeconds(response.headers.get('retry-after')),
  });
}

function parseSeconds(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}
