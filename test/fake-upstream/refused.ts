/** Keys and indexes from the top of the body down; every service has its own notation. */
export type Path = readonly (string | number)[];

interface Circumstances {
  status?: number;
  path?: Path;
  code?: string;
  headers?: Record<string, string>;
}

/** Thrown by a check. The error for the client depends on the service. */
export class Refused extends Error {
  readonly status: number;
  readonly path: Path;
  readonly code: string | null;
  readonly headers: Record<string, string>;

  constructor(message: string, { status = 400, path = [], code, headers = {} }: Circumstances = {}) {
    super(message);
    this.status = status;
    this.path = path;
    this.code = code ?? null;
    this.headers = headers;
  }
}
