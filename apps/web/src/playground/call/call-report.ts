/** Everything about a response except its body. */
export interface CallReport {
  status: number;
  requestId?: string;
  /** The channel that served the request, and the name of the model on that channel. */
  channel?: string;
  upstreamModel?: string;
  attempts?: number;
  /** Parameters that the gateway removed because the model does not support them. */
  warnings: string[];
  /** Undefined for a streamed response, because its headers are sent before the cost is known. */
  costUsd?: number;
  firstByteMs: number;
  latencyMs: number;
  headers: (readonly [string, string])[];
}

export interface CallTiming {
  firstByteMs: number;
  latencyMs: number;
}

export function readCallReport(status: number, headers: Headers, timing: CallTiming): CallReport {
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    channel: headers.get('x-modelgate-channel') ?? undefined,
    upstreamModel: headers.get('x-modelgate-model') ?? undefined,
    attempts: parseNumber(headers.get('x-modelgate-attempts')),
    warnings: parseNames(headers.get('x-modelgate-warnings')),
    costUsd: parseNumber(headers.get('x-modelgate-cost-usd')),
    ...timing,
    headers: [...headers.entries()],
  };
}

function parseNumber(text: string | null): number | undefined {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function parseNames(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
