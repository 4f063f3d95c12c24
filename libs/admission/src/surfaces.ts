import { type SubjectLimits } from '#limits';

type LimitName = Exclude<keyof SubjectLimits, 'sockets'>;

/**
 * What brings calls of models, and which limits each of them counts against. A surface that is added here needs its rows
 * in `test/parity`.
 */
export const SURFACES = {
  /** A request over HTTP; also the one that opens a realtime session, which runs as long as that lasts. */
  http: ['rpm', 'tpm', 'requestsPerDay', 'concurrency'],
  /** A message on a socket of `/v1/responses`. */
  'responses-socket': ['rpm', 'tpm', 'requestsPerDay', 'concurrency'],
  /** A response within a realtime session; the session holds its place among the running requests. */
  realtime: ['rpm', 'tpm', 'requestsPerDay'],
  /** A failed task that is ordered again in the console. */
  console: ['rpm', 'tpm', 'requestsPerDay', 'concurrency'],
  /** The run of a response in the background; the request that ordered it has counted as a request. */
  background: ['tpm', 'concurrency'],
} as const satisfies Record<string, readonly LimitName[]>;

export type Surface = keyof typeof SURFACES;

/** Those of the limits that count for a surface. */
export function limitsFor(surface: Surface, limits: SubjectLimits): SubjectLimits {
  const counted: SubjectLimits = {};
  for (const name of SURFACES[surface]) {
    const limit = limits[name];
    if (limit !== undefined) counted[name] = limit;
  }
  return counted;
}
