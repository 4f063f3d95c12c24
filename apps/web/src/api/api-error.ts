/** An error as the gateway told it, whatever the format. */
export class ApiError extends Error {
  readonly status: number;
  readonly code?: string;
  /** The field that the gateway complains about. */
  readonly field?: string;
  readonly requestId?: string;
  /** How long the gateway asks to be left alone. */
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
    retryAfterSeconds: wholeSeconds(response.headers.get('retry-after')),
  });
}

function wholeSeconds(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}
