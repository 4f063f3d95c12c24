/** What is known of a call besides its body. */
export interface CallReport {
  status: number;
  requestId?: string;
  /** Which of the gateway's channels answered, and what the model is called there. */
  channel?: string;
  upstreamModel?: string;
  attempts?: number;
  /** Parameters that the model behind the gateway does not know, and that were left out. */
  warnings: string[];
  /** Undefined in an answer that is streamed: it has its headers before its cost is known. */
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
