/** The names in which events are said: those of today, and those of the first version. */
export type RealtimeDialect = 'ga' | 'beta';

export interface RealtimeDialectHints {
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The subprotocols that the client offers. */
  protocols: readonly string[];
}

const BETA_HEADER = 'openai-beta';
const BETA_VALUE = 'realtime=v1';
const BETA_PROTOCOL = 'openai-beta.realtime-v1';

/** Which names a client expects; the header's name is in lower case, as Node gives it. */
export function getRealtimeDialect({ headers, protocols }: RealtimeDialectHints): RealtimeDialect {
  const isBeta = protocols.includes(BETA_PROTOCOL) || toValues(headers[BETA_HEADER]).includes(BETA_VALUE);
  return isBeta ? 'beta' : 'ga';
}

/** Several betas may be asked for at once, separated by commas. */
function toValues(header: string | readonly string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((value) => value.trim().toLowerCase());
}
