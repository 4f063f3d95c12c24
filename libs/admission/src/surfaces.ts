import { type SubjectLimits } from '#limits';

type LimitName = Exclude<keyof SubjectLimits, 'sockets'>;

interface SurfaceRules {
  /** The limits against which a call is counted. */
  limits: readonly LimitName[];
  /** Whether responses are cached and contents recorded, if the token has these settings. */
  isStored: boolean;
}

/** Where model calls come from. Each surface needs a row in `test/parity/surfaces.ts`. */
export const SURFACES = {
  /**
   * A request over HTTP, including the one that opens a realtime session and counts as running until the session ends.
   */
  http: { limits: ['rpm', 'tpm', 'requestsPerDay', 'concurrency'], isStored: true },
  /** A message on a socket of `/v1/responses`. */
  'responses-socket': { limits: ['rpm', 'tpm', 'requestsPerDay', 'concurrency'], isStored: true },
  /** A response, a transcript or a moderated event within a realtime session. The session itself counts as a running request. */
  realtime: { limits: ['rpm', 'tpm', 'requestsPerDay'], isStored: false },
  /** A failed task that is retried in the console. */
  console: { limits: ['rpm', 'tpm', 'requestsPerDay', 'concurrency'], isStored: true },
  /** The background run of a response. The request that created it was counted as a request. */
  background: { limits: ['tpm', 'concurrency'], isStored: true },
} as const satisfies Record<string, SurfaceRules>;

export type Surface = keyof typeof SURFACES;

/** The limits that apply to a surface. */
export function selectLimits(surface: Surface, limits: SubjectLimits): SubjectLimits {
  const counted: SubjectLimits = {};
  for (const name of SURFACES[surface].limits) {
    const limit = limits[name];
    if (limit !== undefined) counted[name] = limit;
  }
  return counted;
}
