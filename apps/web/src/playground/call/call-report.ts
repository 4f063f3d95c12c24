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

export interface CallTimes {
  firstByteMs: number;
  latencyMs: number;
}

export function readCallReport(status: number, headers: Headers, times: CallTimes): CallReport {
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    channel: headers.get('x-modelgate-channel') ?? undefined,
    upstreamModel: headers.get('x-modelgate-model') ?? undefined,
    attempts: numberIn(headers.get('x-modelgate-attempts')),
    warnings: namesIn(headers.get('x-modelgate-warnings')),
    costUsd: numberIn(headers.get('x-modelgate-cost-usd')),
    ...times,
    headers: [...headers.entries()],
  };
}

function numberIn(text: string | null): number | undefined {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function namesIn(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
